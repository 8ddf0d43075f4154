// A board to look at, for the form of a new game. Loaded when the form is there.
export { show } from "./home/board";

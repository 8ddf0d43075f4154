// The pages under /puzzles.
import "./element";

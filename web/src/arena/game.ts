import { JoustGame } from "./play/element";
import { JoustClock } from "./play/ticker";

customElements.define("joust-clock", JoustClock);
customElements.define("joust-game", JoustGame);

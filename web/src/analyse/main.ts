// The pages under /analyse.
import { JoustAnalyse } from "./element";

customElements.define("joust-analyse", JoustAnalyse);

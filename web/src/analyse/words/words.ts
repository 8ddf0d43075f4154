import { type Language, pageLanguage } from "../../arena/words/words";
import { en, type Words } from "./en";
import { fr } from "./fr";

export { type Language, pageLanguage, type Words };

export const words = (language: Language): Words => (language === "fr" ? fr : en);

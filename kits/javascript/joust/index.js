// A small library for bots of Joust: MAD, the War Game and Mad Max.

export { Action, Bot, Hello, Info, Parameter, Turn } from "./bot.js";
export { MadBoard, MadPosition } from "./mad.js";
export { FAR, MadMaxState, Unit } from "./madmax.js";
export { Random } from "./random.js";
export { Session, messageOf, run } from "./session.js";
export { WarBoard, WarPosition } from "./wargame.js";
/** @typedef {import("./bot.js").Result} Result */
/** @typedef {import("./madmax.js").Event} Event */
/** @typedef {import("./madmax.js").Order} Order */

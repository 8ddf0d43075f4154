// The program. The referee starts it for each game: `joust match mad "cmd:node bot.js" random`.

import { run } from "./joust/index.js";
import { make } from "./make.js";

run(make);

// The worker of the pages of the arena. The address of the rules is its name.
import { serve } from "./serve";

serve(() => WebAssembly.compileStreaming(fetch(self.name)));

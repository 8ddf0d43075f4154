// The worker inside the page that is one file: the rules are inside, too.
import base64 from "rules:wasm";
import { serve } from "./serve";
import { fromBase64, unpack } from "./unpack";

serve(async () => {
  const rules = await unpack(fromBase64(base64));
  return typeof rules === "string" ? undefined : WebAssembly.compile(rules as BufferSource);
});

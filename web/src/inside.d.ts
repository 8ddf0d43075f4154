/** The rules as WebAssembly, packed by gzip, in base64. */
declare module "rules:wasm" {
  const base64: string;
  export default base64;
}
/** The styles of the viewer. */
declare module "viewer:styles" {
  const text: string;
  export default text;
}
/** The text of the worker. */
declare module "page:worker" {
  const text: string;
  export default text;
}

declare module "*.cc" {
  const text: string;
  export default text;
}

declare module "*.jmm" {
  const bytes: Uint8Array;
  export default bytes;
}

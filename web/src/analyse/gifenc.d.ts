// The part of gifenc that is used; the package has no types.
declare module "gifenc" {
  export type Palette = number[][];
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
  export function GIFEncoder(): {
    writeFrame(
      indexes: Uint8Array,
      width: number,
      height: number,
      options: {
        palette: Palette | undefined;
        delay: number;
        transparent: boolean;
        transparentIndex: number;
        dispose: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}

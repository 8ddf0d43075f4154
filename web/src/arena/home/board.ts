import type { Asked } from "./preview";

export async function show(stage: HTMLElement, _caption: HTMLElement | null, asked: Asked): Promise<void> {
  stage.dataset.board = asked.board;
}

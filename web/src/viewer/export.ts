import type { Session } from "./session";

/** Offers a file to keep. */
export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name for what is exported. */
export function exportName(session: Session, end: string): string {
  const base = session.film.name.replace(/\.(res|gz|jmm)$/g, "").replace(/[^\w.-]+/g, "_");
  return `${base}-${session.state}.${end}`;
}

/** The picture that is seen. */
export async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const picture = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"));
  if (picture) save(picture, name);
}

/** The first form of video that the browser can make, if it can make one. */
export function videoType(): string | undefined {
  if (typeof MediaRecorder === "undefined") return undefined;
  const types = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
  return types.find(type => MediaRecorder.isTypeSupported(type));
}

/** A video of rounds as the page plays them. */
export class Recording {
  private readonly parts: Blob[] = [];
  private readonly recorder: MediaRecorder;

  constructor(
    canvas: HTMLCanvasElement,
    readonly type: string,
    readonly from: number,
    readonly to: number,
    done: (video: Blob) => void,
  ) {
    this.recorder = new MediaRecorder(canvas.captureStream(30), {
      mimeType: type,
      videoBitsPerSecond: 6_000_000,
    });
    this.recorder.ondataavailable = ({ data }) => this.parts.push(data);
    this.recorder.onstop = () => done(new Blob(this.parts, { type }));
    this.recorder.start();
  }

  /** How far it is, from 0 to 1. */
  progress(time: number): number {
    return Math.min(1, Math.max(0, (time - this.from) / Math.max(1, this.to - this.from)));
  }

  stop(): void {
    if (this.recorder.state !== "inactive") this.recorder.stop();
  }
}

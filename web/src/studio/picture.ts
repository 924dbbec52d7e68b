/** Pictures that somebody opens: as large as one can use, and kept small. */

/** Pixels of the longer side: more than any screen shows of a board. */
const LONGEST = 3000;

export interface Picture {
  blob: Blob;
  width: number;
  height: number;
}

/** The picture in a file; null if there is none that this browser can show. */
export async function readPicture(file: Blob): Promise<Picture | null> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const { width, height } = bitmap;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  if (scale === 1) {
    bitmap.close();
    return { blob: file, width, height };
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  return { blob: blob ?? file, width: canvas.width, height: canvas.height };
}

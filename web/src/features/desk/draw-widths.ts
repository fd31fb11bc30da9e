import { maxPictureWidth, type PictureSize, sizesOf } from '../../../../contract/content/picture-files.ts';
import { maxPictureBytes, maxPictureHeight } from '../../../../contract/rules/picture-limits.ts';
import { ApiError } from '../../lib/api-error.ts';

/** A higher quality doubles the bytes of a photo, and nobody sees it at this size. */
const quality = 0.85;

/** Formats in which drawings and screenshots are stored. */
const formatsOfDrawings = ['image/png', 'image/gif', 'image/bmp'];

/**
 * Draws a picture again in its widths, narrowest first, upright and no larger than the site shows it. A photo, also one in WebP or AVIF, becomes a
 * JPEG: a PNG of it would be several times as large, and some email programs show no WebP. A drawing and a picture with transparent parts become a
 * PNG or, if that is too large, a JPEG. The results have no metadata of a camera; the server checks that again.
 * @throws ApiError `invalid-argument` with a sentence for a file that the browser cannot draw
 */
export async function drawWidths(file: File): Promise<Blob[]> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new ApiError('invalid-argument', `“${file.name}” is not a picture that this browser can read.`);
  });
  const scale = Math.min(1, maxPictureWidth / picture.width, maxPictureHeight / picture.height);
  const widest = {
    width: Math.max(1, Math.floor(picture.width * scale)),
    height: Math.max(1, Math.floor(picture.height * scale)),
  };
  const canvases: HTMLCanvasElement[] = [];
  // Each is drawn from the next wider one: some browsers skip pixels when they shrink a picture to less than half.
  for (const size of sizesOf(widest).reverse()) canvases.unshift(draw(canvases[0] ?? picture, size));
  picture.close();
  const isPhoto = !formatsOfDrawings.includes(file.type) && isOpaque(canvases[0]);
  for (const type of isPhoto ? ['image/jpeg'] : ['image/png', 'image/jpeg']) {
    const drawn = await Promise.all(canvases.map((canvas) => encode(canvas, type)));
    const files = drawn.filter((blob) => blob !== null);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length === canvases.length && bytes <= maxPictureBytes) return files;
  }
  throw new ApiError(
    'invalid-argument',
    `“${file.name}” is too large, even with ${maxPictureWidth} pixels of width.`,
  );
}

function draw(source: CanvasImageSource, { width, height }: PictureSize): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return canvas;
}

function isOpaque(canvas: HTMLCanvasElement | undefined): boolean {
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  // The fourth byte of each pixel.
  return pixels?.every((value, index) => index % 4 !== 3 || value === 255) ?? false;
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  const pen = canvas.getContext('2d');
  if (type === 'image/jpeg' && pen) {
    // Transparent parts of a JPEG would be black.
    pen.globalCompositeOperation = 'destination-over';
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/** The bytes of a file as text for a request. */
export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // `String.fromCharCode` takes no more arguments at once.
  const chunk = 0x8000;
  let text = '';
  for (let start = 0; start < bytes.length; start += chunk)
    text += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return btoa(text);
}

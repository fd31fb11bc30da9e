import {
  maxPictureBytes,
  maxPictureHeight,
  maxPictureWidth,
} from '../../../../contract/rules/picture-limits.ts';
import { ApiError } from '../../lib/api-error.ts';

/** A higher quality doubles the bytes of a photo, and nobody sees it at this size. */
const quality = 0.85;

/**
 * Draws a picture again, upright and no larger than the site shows it, as a PNG or, if that is too large, as a JPEG. The result has no metadata of a
 * camera; the server checks that again.
 * @throws ApiError `invalid-argument` with a sentence for a file that the browser cannot draw
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new ApiError('invalid-argument', `“${file.name}” is not a picture that this browser can read.`);
  });
  const scale = Math.min(1, maxPictureWidth / picture.width, maxPictureHeight / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(picture.width * scale));
  canvas.height = Math.max(1, Math.floor(picture.height * scale));
  const pen = canvas.getContext('2d');
  pen?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const isPhoto = file.type === 'image/jpeg';
  for (const type of isPhoto ? ['image/jpeg'] : ['image/png', 'image/jpeg']) {
    if (type === 'image/jpeg' && pen) {
      // Transparent parts of a JPEG would be black.
      pen.globalCompositeOperation = 'destination-over';
      pen.fillStyle = 'white';
      pen.fillRect(0, 0, canvas.width, canvas.height);
    }
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (drawn && drawn.size <= maxPictureBytes) return drawn;
  }
  throw new ApiError(
    'invalid-argument',
    `“${file.name}” is too large, even with ${maxPictureWidth} pixels of width.`,
  );
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

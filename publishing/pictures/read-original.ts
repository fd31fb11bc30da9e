import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { maxPictureWidth } from '../../contract/content/picture-files.ts';
import { ContentError } from '../markdown/markdown.ts';

export interface Original {
  bytes: Buffer;
  width: number;
  height: number;
  /** Whether it is a photo: JPEG keeps it small. A drawing stays sharp, and keeps its transparent parts, as a PNG. */
  isPhoto: boolean;
  /** The picture without the metadata of a camera or a program. Without a height, it keeps its proportions exactly. */
  draw: (
    size: { width: number; height?: number },
    use: (picture: Sharp) => Promise<Buffer>,
  ) => Promise<Buffer>;
}

export const largestWidth = maxPictureWidth;

const maxMegabytes = 20;
const maxPixels = 50_000_000;
const readable: readonly string[] = ['svg', 'png', 'jpeg', 'webp', 'heif', 'tiff'];

/**
 * Reads the file of a picture next to an article.
 * @param use its purpose in the text, for errors
 * @param refuse throws an error with a problem of the file
 */
export async function readOriginal(
  path: string,
  use: 'cover' | 'picture',
  refuse: (problem: string) => never,
): Promise<Original> {
  const bytes = await readFile(path).catch(() => refuse('does not exist'));
  if (bytes.length > maxMegabytes * 1_000_000) refuse(`is larger than ${maxMegabytes} MB`);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('is not a readable picture'));
  const { format, hasAlpha } = metadata;
  if (!readable.includes(format))
    refuse(`is a ${format}; a ${use} must be an SVG, PNG, JPEG, WebP, AVIF or TIFF`);
  const { width, height } = sizeOf(metadata);
  if (width * height > maxPixels) refuse(`is too large: ${width} × ${height} pixels`);
  return {
    bytes,
    width,
    height,
    isPhoto: !hasAlpha && format !== 'svg' && format !== 'png',
    draw: (size, use) => {
      const picture = sharp(bytes).autoOrient().resize(size);
      // A truncated file can have a readable header.
      return use(picture).catch((error: Error) => {
        if (error instanceof ContentError) throw error;
        return refuse(`is damaged: ${error.message}`);
      });
    },
  };
}

/**
 * Rotates the picture according to its metadata. An SVG has no pixels, so it is rendered at the
 * required size.
 */
function sizeOf({ format, autoOrient: { width, height } }: Metadata): { width: number; height: number } {
  if (format !== 'svg' || width >= largestWidth) return { width, height };
  return { width: largestWidth, height: Math.round((largestWidth * height) / width) };
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { StoredArticle } from '../../contract/records/article.ts';
import { ContentError } from '../markdown/markdown.ts';
import type { WrittenArticle } from '../markdown/parse-article.ts';

/**
 * A file that the site serves as `/media/<key>`. Its name contains a hash of its source, so it
 * never changes.
 */
export interface Picture {
  key: string;
  type: 'image/avif' | 'image/webp' | 'image/png';
  /** Draws the picture, which takes time. The name is available before. */
  draw: () => Promise<Buffer>;
}

export interface CoverPictures {
  /** The fields of the article's record. */
  record: Pick<StoredArticle, 'cover' | 'coverImageUrl' | 'socialImageUrl'>;
  files: Picture[];
}

const widths = [480, 800, 1200, 1600];
/** For clients that support only one size. */
const plainWidth = 1200;
const largestWidth = Math.max(...widths);

/** Narrower pictures look blurred even on a phone. */
const minWidth = 800;
const maxMegabytes = 20;
const maxPixels = 50_000_000;
/** Width divided by height: a cover is a landscape picture. */
const ratios = { min: 1, max: 4 };

const readable: readonly string[] = ['svg', 'png', 'jpeg', 'webp', 'heif', 'tiff'];

/** A higher effort takes six times as long and saves a tenth of the bytes. */
const avif = { quality: 52, effort: 2, chromaSubsampling: '4:4:4' };
const webp = { quality: 78, effort: 5, smartSubsample: true };

/**
 * Creates the pictures of an article's cover: several widths in two formats, none larger than the
 * original, and the preview for social networks. Throws `ContentError` if the file cannot be a
 * cover.
 */
export async function coverPictures(file: string, article: WrittenArticle): Promise<CoverPictures> {
  if (!article.cover) return { record: {}, files: [] };
  const original = await readOriginal(join(dirname(file), article.cover.fileName), article);
  const folder = `articles/${article.slug}`;
  const hash = hashOf(original.bytes, JSON.stringify([avif, webp]));

  const width = Math.min(original.width, largestWidth);
  const drawn = [...widths.filter((narrower) => narrower < width), width];
  const sizes = drawn.flatMap((width) =>
    (['avif', 'webp'] as const).map((format) => ({
      width,
      key: `${folder}/${hash}-${width}.${format}`,
      type: `image/${format}` as const,
      draw: () =>
        original.draw(width, (picture) => picture[format](format === 'avif' ? avif : webp).toBuffer()),
    })),
  );
  const social: Picture = {
    key: `${folder}/social-${hashOf(original.bytes, article.headline, socialPictureVersion)}.png`,
    type: 'image/png',
    draw: async () => {
      // Loading the typeface takes a moment, so it waits until a picture must be drawn.
      const { drawSocialPicture } = await import('./social-picture.ts');
      return original.draw(largestWidth, (picture) => drawSocialPicture(picture, article));
    },
  };
  const plain = sizes.findLast(({ type, width }) => type === 'image/webp' && width <= plainWidth);

  return {
    record: {
      cover: {
        alternative: article.cover.alternative,
        width,
        height: Math.round((width * original.height) / original.width),
        pictures: sizes.map(({ key, type, width }) => ({ url: `/media/${key}`, type, width })),
      },
      ...(plain ? { coverImageUrl: `/media/${plain.key}` } : {}),
      socialImageUrl: `/media/${social.key}`,
    },
    files: [...sizes.map(({ key, type, draw }) => ({ key, type, draw })), social],
  };
}

/** Increase it when social-picture.ts draws the same cover and headline differently. */
const socialPictureVersion = '1';

interface Original {
  bytes: Buffer;
  width: number;
  height: number;
  /** The picture without the metadata of a camera or a program. */
  draw: (width: number, use: (picture: Sharp) => Promise<Buffer>) => Promise<Buffer>;
}

async function readOriginal(path: string, { cover, refuseField }: WrittenArticle): Promise<Original> {
  const refuse = (problem: string): never =>
    refuseField('cover', `the cover "${cover?.fileName}" ${problem}`);
  const bytes = await readFile(path).catch(() => refuse('does not exist'));
  if (bytes.length > maxMegabytes * 1_000_000) refuse(`is larger than ${maxMegabytes} MB`);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => refuse('is not a readable picture'));
  const { format } = metadata;
  if (!readable.includes(format))
    refuse(`is a ${format}; a cover must be an SVG, PNG, JPEG, WebP, AVIF or TIFF`);
  const { width, height } = sizeOf(metadata);
  if (width < minWidth) refuse(`is ${width} pixels wide; the minimum is ${minWidth}`);
  if (width * height > maxPixels) refuse(`is too large: ${width} × ${height} pixels`);
  const ratio = width / height;
  if (ratio < ratios.min || ratio > ratios.max)
    refuse(`is ${width} × ${height}; a cover must be wider than high, at most ${ratios.max} times`);
  return {
    bytes,
    width,
    height,
    draw: (target, use) => {
      const picture = sharp(bytes).autoOrient().resize({ width: target });
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

function hashOf(...parts: (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

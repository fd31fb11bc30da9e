import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { plainWidth, widthsOf } from '../../contract/content/picture-files.ts';
import type { StoredArticle } from '../../contract/records/article.ts';
import type { WrittenArticle } from '../markdown/parse-article.ts';
import { largestWidth, type Original, readOriginal } from './read-original.ts';

/**
 * A file that the site serves as `/media/<key>`. Its name contains a hash of its source, so it
 * never changes.
 */
export interface Picture {
  key: string;
  type: 'image/avif' | 'image/webp' | 'image/png' | 'image/jpeg';
  /** Draws the picture, which takes time. The name is available before. */
  draw: () => Promise<Buffer>;
}

export interface CoverPictures {
  /** The fields of the article's record. */
  record: Pick<StoredArticle, 'cover' | 'coverImageUrl' | 'socialImageUrl'>;
  files: Picture[];
}

/** Narrower pictures look blurred even on a phone. */
const minWidth = 800;
/** Width divided by height: a cover is a landscape picture. */
const ratios = { min: 1, max: 4 };

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
  const original = await readCover(join(dirname(file), article.cover.fileName), article);
  const folder = `articles/${article.slug}`;
  const hash = hashOf(original.bytes, JSON.stringify([avif, webp]));

  const width = Math.min(original.width, largestWidth);
  const sizes = widthsOf(width).flatMap((width) =>
    (['avif', 'webp'] as const).map((format) => ({
      width,
      key: `${folder}/${hash}-${width}.${format}`,
      type: `image/${format}` as const,
      draw: () =>
        original.draw({ width }, (picture) => picture[format](format === 'avif' ? avif : webp).toBuffer()),
    })),
  );
  const social: Picture = {
    key: `${folder}/social-${hashOf(original.bytes, article.headline, socialPictureVersion)}.png`,
    type: 'image/png',
    draw: async () => {
      // Loading the typeface takes a moment, so it waits until a picture must be drawn.
      const { drawSocialPicture } = await import('./social-picture.ts');
      return original.draw({ width: largestWidth }, (picture) => drawSocialPicture(picture, article));
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

async function readCover(path: string, { cover, refuseField }: WrittenArticle): Promise<Original> {
  const refuse = (problem: string): never =>
    refuseField('cover', `the cover "${cover?.fileName}" ${problem}`);
  const original = await readOriginal(path, 'cover', refuse);
  const { width, height } = original;
  if (width < minWidth) refuse(`is ${width} pixels wide; the minimum is ${minWidth}`);
  const ratio = width / height;
  if (ratio < ratios.min || ratio > ratios.max)
    refuse(`is ${width} × ${height}; a cover must be wider than high, at most ${ratios.max} times`);
  return original;
}

export function hashOf(...parts: (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

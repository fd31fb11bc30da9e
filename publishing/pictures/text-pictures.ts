import { dirname, join } from 'node:path';
import type { Image } from 'mdast';
import { pictureKey, sizesOf } from '../../contract/content/picture-files.ts';
import { maxPictureHeight } from '../../contract/rules/picture-limits.ts';
import { ContentError, readMarkdown } from '../markdown/markdown.ts';
import { hashOf, type Picture } from './cover-pictures.ts';
import { largestWidth, readOriginal } from './read-original.ts';

export interface TextPictures {
  /** The text with the paths and sizes of its pictures on the site. */
  text: string;
  files: Picture[];
}

const jpeg = { quality: 82, mozjpeg: true };
const png = { effort: 8 };

/**
 * Prepares the pictures that a text names by a file next to it, `![What it shows](map.jpg)`: in the widths of a cover, and without metadata.
 * @throws ContentError with the line of a picture that cannot be used
 */
export async function textPictures(file: string, text: string): Promise<TextPictures> {
  const { top, body, root, refuse } = readMarkdown(file, text);
  const images = root.children
    .flatMap((node) => (node.type === 'paragraph' ? node.children : []))
    .filter((node): node is Image => node.type === 'image' && /^[^/:]+$/.test(node.url));
  const files: Picture[] = [];
  let written = body;
  // From the end, so that earlier positions stay the same.
  for (const image of images.reverse()) {
    const { url, position, alt } = image;
    const refusePicture = (problem: string) => refuse(image, `the picture "${url}" ${problem}`);
    const original = await readOriginal(join(dirname(file), decoded(url)), 'picture', refusePicture);
    const width = Math.min(original.width, largestWidth);
    const height = Math.round((width * original.height) / original.width);
    if (height > maxPictureHeight)
      refusePicture(`is ${width} × ${height}; the limit of its height is ${maxPictureHeight}`);
    const [type, ending] = original.isPhoto ? (['jpeg', 'jpg'] as const) : (['png', 'png'] as const);
    const hash = hashOf(original.bytes, JSON.stringify([jpeg, png]));
    const drawn = sizesOf({ width, height }).map(
      (size): Picture => ({
        key: pictureKey(hash, size, ending),
        type: `image/${type}`,
        draw: () => original.draw(size, (picture) => picture[type](type === 'jpeg' ? jpeg : png).toBuffer()),
      }),
    );
    files.unshift(...drawn);
    // Without a text alternative, the parser refuses the line.
    const key = pictureKey(hash, { width, height }, ending);
    const line = `![${(alt ?? '').replaceAll(/[\\[\]]/g, '\\$&')}](/media/${key} "${width}x${height}")`;
    written = written.slice(0, position?.start.offset) + line + written.slice(position?.end.offset);
  }
  return { text: top + written, files };

  function decoded(url: string): string {
    try {
      return decodeURIComponent(url);
    } catch {
      throw new ContentError(file, 1, `the picture "${url}" has no readable name`);
    }
  }
}

/** Pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

export interface PictureFile extends PictureSize {
  url: string;
}

/** The largest width of a picture in a text, in pixels: the column of text of the site on a dense screen. It is that of covers. */
export const maxPictureWidth = 1600;

/**
 * The widths of covers and of pictures in texts, in pixels. A stored text names only the widest file of a picture; the names of the others follow
 * from these widths, so they never change.
 */
export const pictureWidths = [480, 800, 1200, maxPictureWidth];

/** The widths of the files of a picture, narrowest first. */
export const widthsOf = (width: number): number[] => [
  ...pictureWidths.filter((narrower) => narrower < width),
  width,
];

/** The sizes of the files of a picture, narrowest first. */
export const sizesOf = ({ width, height }: PictureSize): PictureSize[] =>
  widthsOf(width).map((each) => ({ width: each, height: Math.max(1, Math.round((each * height) / width)) }));

/** The key of a file in the media bucket. The hash is the same for all widths of a picture. */
export const pictureKey = (hash: string, { width, height }: PictureSize, ending: 'png' | 'jpg'): string =>
  `pictures/${hash}-${width}x${height}.${ending}`;

const keyWithSize = /^(.*\/pictures\/[0-9a-f]{16}-)(\d+)x(\d+)(\.\w+)$/;

/** The files of a picture that a text names, narrowest first. A picture whose name has no size has one file. */
export function pictureFiles({ url, width, height }: PictureFile): PictureFile[] {
  const [, start, ownWidth, ownHeight, ending] = keyWithSize.exec(url) ?? [];
  if (!start) return [{ url, width, height }];
  return sizesOf({ width: Number(ownWidth), height: Number(ownHeight) }).map((size) => ({
    url: `${start}${size.width}x${size.height}${ending}`,
    ...size,
  }));
}

/**
 * The width for feed readers and email programs, which load one file. The column of text of an email has 518 pixels, and screens show two or three
 * for each: 800 would be blurred, and 1600 has up to twice the bytes for a difference that nobody sees.
 */
export const plainWidth = 1200;

/** The file of a picture for programs that load only one. */
export const plainFile = (picture: PictureFile): PictureFile =>
  pictureFiles(picture).findLast(({ width }) => width <= plainWidth) ?? picture;

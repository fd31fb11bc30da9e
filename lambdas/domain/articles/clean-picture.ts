import { maxPictureWidth } from '../../../contract/content/picture-files.ts';
import { maxPictureHeight } from '../../../contract/rules/picture-limits.ts';
import { AppError } from '../../platform/app-error.ts';

export interface CleanPicture {
  type: 'image/png' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
  /** The picture without the metadata of a camera or a program. */
  bytes: Buffer;
}

/**
 * Keeps only the parts of a PNG or JPEG file that draw the picture. EXIF, which may name the place of a photo, comments, previews and bytes after the
 * end are among those that it leaves out. The desk rotates a photo before the upload, because EXIF also has its orientation.
 * @throws AppError `invalid-argument` with a sentence for any other file
 */
export function cleanPicture(file: Buffer): CleanPicture {
  const picture = cleanPng(file) ?? cleanJpeg(file) ?? refuse('The file is not a PNG or JPEG picture.');
  const { width, height } = picture;
  if (width < 1 || height < 1 || width > maxPictureWidth || height > maxPictureHeight)
    refuse(
      `The picture has ${width} × ${height} pixels; the limit is ${maxPictureWidth} × ${maxPictureHeight}.`,
    );
  return picture;
}

function refuse(sentence: string): never {
  throw new AppError('invalid-argument', sentence);
}

const damaged = () => refuse('The picture is damaged.');

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** https://www.w3.org/TR/png-3/#11Chunks */
const pngChunks = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND'],
  ...['tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'bKGD', 'pHYs'],
]);

function cleanPng(file: Buffer): CleanPicture | undefined {
  if (!file.subarray(0, 8).equals(pngSignature)) return undefined;
  const kept: Buffer[] = [pngSignature];
  const header = file.toString('latin1', 12, 16) === 'IHDR' && file.length >= 24 ? file : damaged();
  for (let start = 8; ; ) {
    // The length of the data, which a type precedes and a checksum follows.
    const end = start + 8 <= file.length ? start + 12 + file.readUInt32BE(start) : Number.POSITIVE_INFINITY;
    if (end > file.length) return damaged();
    const type = file.toString('latin1', start + 4, start + 8);
    if (pngChunks.has(type)) kept.push(file.subarray(start, end));
    if (type === 'IEND') break;
    start = end;
  }
  const [width, height] = [header.readUInt32BE(16), header.readUInt32BE(20)];
  return { type: 'image/png', width, height, bytes: Buffer.concat(kept) };
}

/** Markers of https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1. */
const jpeg = { start: 0xd8, end: 0xd9, scan: 0xda, tables: [0xc4, 0xcc, 0xdb, 0xdd, 0xdc] };
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function cleanJpeg(file: Buffer): CleanPicture | undefined {
  if (file[0] !== 0xff || file[1] !== jpeg.start) return undefined;
  const kept: Buffer[] = [file.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  for (let start = 2; ; ) {
    // Bytes of 0xff may fill the space before a marker.
    while (file[start] === 0xff && file[start + 1] === 0xff) start += 1;
    const marker = file[start] === 0xff ? (file[start + 1] ?? 0) : damaged();
    if (marker === jpeg.end) {
      kept.push(file.subarray(start, start + 2));
      break;
    }
    const dataEnd = start + 4 <= file.length ? start + 2 + file.readUInt16BE(start + 2) : file.length + 1;
    if (dataEnd > file.length) return damaged();
    const end = marker === jpeg.scan ? endOfScan(file, dataEnd) : dataEnd;
    const segment = file.subarray(start, end);
    if (isFrame(marker)) {
      if (segment.length < 9) return damaged();
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    }
    if (isFrame(marker) || marker === jpeg.scan || jpeg.tables.includes(marker) || isForColors(segment))
      kept.push(segment);
    start = end;
  }
  if (!size) return damaged();
  return { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) };
}

/** The position of the next marker. In a scan, 0xff00 is a byte 0xff of data, and 0xffd0 to 0xffd7 restart the decoder. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = start; at + 1 < file.length; at++) {
    const next = file[at + 1] ?? 0;
    if (file[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return damaged();
}

/** The segments of applications that say how to read the colors. */
function isForColors(segment: Buffer): boolean {
  const named = (marker: number, name: string) =>
    segment[1] === marker && segment.toString('latin1', 4, 4 + name.length) === name;
  return named(0xe0, 'JFIF\0') || named(0xe2, 'ICC_PROFILE\0') || named(0xee, 'Adobe');
}

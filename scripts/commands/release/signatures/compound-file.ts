import { type RandomAccessFile, readRange } from './random-access-file.ts';
import { SignatureProblem } from './signature-problem.ts';

/** A file or a folder in a compound file, which is the format of `.msi`. */
export interface CompoundEntry {
  type: 'storage' | 'stream';
  /** UTF-16, as the format sorts names. */
  name: Buffer;
  sizeInBytes: number;
  children: CompoundEntry[];
  /** The 128 bytes of its description. */
  description: Buffer;
  read(): AsyncIterable<Buffer>;
}

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const firstSpecialSector = 0xfffffffa;
const noEntry = 0xffffffff;
const miniSectorBytes = 64;
const descriptionBytes = 128;
const maxEntries = 20_000;
/** The folders of an installer are hardly nested. */
const maxDepth = 20;

const damaged = () => new SignatureProblem('is not a Windows installer: its list of sectors is damaged');

interface Sectors {
  bytes: number;
  /** The offset of a sector in the file. */
  offsetOf(sector: number): number;
  /** The sectors of a chain. */
  follow(start: number): number[];
}

/**
 * Reads the folders of a compound file; the content of its files is read later.
 * @throws SignatureProblem
 * @see https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb
 */
export async function readCompoundFile(file: RandomAccessFile): Promise<CompoundEntry> {
  if (file.sizeInBytes < 1536 || !(await file.read(0, 8)).equals(signature))
    throw new SignatureProblem('is not a Windows installer, so it has no signature', { isUnsigned: true });
  const header = await file.read(0, 512);
  const sectors = await readSectors(file, header);
  const descriptions = await collect(
    readChain(file, sectors, sectors.follow(header.readUInt32LE(48)), Infinity),
  );
  if (descriptions.length / descriptionBytes > maxEntries) throw damaged();
  const root = descriptions.subarray(0, descriptionBytes);
  const miniChain = sectors.follow(root.readUInt32LE(116));
  const miniTable = asNumbers(
    await collect(readChain(file, sectors, sectors.follow(header.readUInt32LE(60)), Infinity)),
  );
  const cutoff = header.readUInt32LE(56);
  const perSector = sectors.bytes / miniSectorBytes;
  const miniSectors: Sectors = {
    bytes: miniSectorBytes,
    offsetOf(sector) {
      const outer = miniChain[Math.floor(sector / perSector)];
      if (outer === undefined) throw damaged();
      return sectors.offsetOf(outer) + (sector % perSector) * miniSectorBytes;
    },
    follow: (start) => followIn(miniTable, start),
  };
  const read = (start: number, sizeInBytes: number) => {
    const within = sizeInBytes < cutoff ? miniSectors : sectors;
    return sizeInBytes === 0 ? collectNothing() : readChain(file, within, within.follow(start), sizeInBytes);
  };
  return readTree(descriptions, read, file.sizeInBytes);
}

async function readSectors(file: RandomAccessFile, header: Buffer): Promise<Sectors> {
  const shift = header.readUInt16LE(30);
  if ((shift !== 9 && shift !== 12) || header.readUInt16LE(32) !== 6) throw damaged();
  const bytes = 2 ** shift;
  // The header takes the place of one sector.
  const offsetOf = (sector: number) => (sector + 1) * bytes;
  const count = Math.ceil(file.sizeInBytes / bytes);
  const tableCount = header.readUInt32LE(44);
  // A table has a number for each sector. More would only fill the memory.
  if (tableCount > 2 * Math.ceil(count / (bytes / 4)) + 10) throw damaged();
  const tableSectors = asNumbers(header.subarray(76));
  let next = header.readUInt32LE(68);
  while (next < firstSpecialSector && tableSectors.length < tableCount) {
    const more = asNumbers(await file.read(offsetOf(next), bytes));
    next = more.pop() ?? noEntry;
    tableSectors.push(...more);
  }
  const table: number[] = [];
  for (const sector of tableSectors.slice(0, tableCount))
    for (const number of asNumbers(await file.read(offsetOf(sector), bytes))) table.push(number);
  return { bytes, offsetOf, follow: (start) => followIn(table, start) };
}

function followIn(table: number[], start: number): number[] {
  const chain: number[] = [];
  for (let sector = start; sector < firstSpecialSector; sector = table[sector] ?? noEntry) {
    // A chain that is longer than the table runs in a circle.
    if (sector >= table.length || chain.length >= table.length) throw damaged();
    chain.push(sector);
  }
  return chain;
}

/** Reads neighboring sectors at once. */
async function* readChain(
  file: RandomAccessFile,
  { bytes, offsetOf }: Sectors,
  chain: number[],
  sizeInBytes: number,
): AsyncGenerator<Buffer> {
  let left = Math.min(sizeInBytes, chain.length * bytes);
  if (sizeInBytes !== Infinity && left < sizeInBytes) throw damaged();
  for (let index = 0; left > 0; ) {
    const start = offsetOf(chain[index] as number);
    let length = bytes;
    index++;
    while (index < chain.length && offsetOf(chain[index] as number) === start + length) {
      length += bytes;
      index++;
    }
    const used = Math.min(length, left);
    yield* readRange(file, start, start + used);
    left -= used;
  }
}

function readTree(
  descriptions: Buffer,
  read: (start: number, size: number) => AsyncIterable<Buffer>,
  maxBytes: number,
): CompoundEntry {
  const seen = new Set<number>();
  let left = maxBytes;
  const entryAt = (index: number, depth: number): CompoundEntry => {
    const description = descriptions.subarray(index * descriptionBytes, (index + 1) * descriptionBytes);
    if (description.length < descriptionBytes || seen.has(index)) throw damaged();
    seen.add(index);
    const nameLength = description.readUInt16LE(64);
    const isStream = description[66] === 2;
    // Files of version 3 may have anything in the upper half of the size.
    const sizeInBytes = isStream ? description.readUInt32LE(120) : 0;
    // Streams that share sectors could take forever to read.
    left -= sizeInBytes;
    if (nameLength > 64 || depth > maxDepth || left < 0) throw damaged();
    return {
      type: isStream ? 'stream' : 'storage',
      name: description.subarray(0, Math.max(0, nameLength - 2)),
      sizeInBytes,
      children: isStream ? [] : childrenOf(description.readUInt32LE(76), depth + 1),
      description,
      read: () => read(description.readUInt32LE(116), sizeInBytes),
    };
  };
  /** The children of a folder are a binary tree. */
  const childrenOf = (top: number, depth: number): CompoundEntry[] => {
    const children: CompoundEntry[] = [];
    const waiting = [top];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (index === noEntry) continue;
      const child = entryAt(index, depth);
      children.push(child);
      waiting.push(child.description.readUInt32LE(68), child.description.readUInt32LE(72));
    }
    return children;
  };
  return entryAt(0, 0);
}

const asNumbers = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));

async function* collectNothing(): AsyncGenerator<Buffer> {}

/** The content of a small file. */
export async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const collected: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > 8 * 1024 * 1024) throw damaged();
    collected.push(piece);
  }
  return Buffer.concat(collected);
}

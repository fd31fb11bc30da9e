import { partOf, SignatureProblem } from './signature-problem.ts';

/** A file or a folder in a compound file, which is the format of `.msi`. */
export interface CompoundEntry {
  type: 'storage' | 'stream';
  /** UTF-16, as the format sorts names. */
  name: Buffer;
  children: CompoundEntry[];
  /** The 128 bytes of its description. */
  description: Buffer;
  read(): Buffer;
}

/** Reads the sectors of a chain from its first sector, as many as the content has if its size is known. */
type ReadChain = (start: number, sizeInBytes?: number) => Buffer;

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const firstSpecialSector = 0xfffffffa;
const noEntry = 0xffffffff;
const miniSectorBytes = 64;
const descriptionBytes = 128;
const maxEntries = 20_000;
/** The folders of an installer are hardly nested. */
const maxDepth = 20;

const damaged = () => new SignatureProblem('is not a Windows installer: its list of sectors is damaged');

/**
 * Reads a compound file.
 * @throws SignatureProblem
 * @see https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb
 */
export function readCompoundFile(file: Buffer): CompoundEntry {
  if (file.length < 1536 || !file.subarray(0, 8).equals(signature))
    throw new SignatureProblem('is not a Windows installer, so it has no signature', { isUnsigned: true });
  const readLarge = readSectors(file);
  const descriptions = readLarge(file.readUInt32LE(48));
  if (descriptions.length / descriptionBytes > maxEntries) throw damaged();
  const miniSectors = readLarge(partOf(descriptions, 116, 4).readUInt32LE(0));
  const readSmall = chainReader(asNumbers(readLarge(file.readUInt32LE(60))), miniSectors, miniSectorBytes);
  const cutoff = file.readUInt32LE(56);
  const read: ReadChain = (start, sizeInBytes = 0) => {
    if (sizeInBytes === 0) return Buffer.alloc(0);
    return (sizeInBytes < cutoff ? readSmall : readLarge)(start, sizeInBytes);
  };
  return readTree(descriptions, read, file.length);
}

function readSectors(file: Buffer): ReadChain {
  const shift = file.readUInt16LE(30);
  if ((shift !== 9 && shift !== 12) || file.readUInt16LE(32) !== 6) throw damaged();
  const bytes = 2 ** shift;
  // The header takes the place of one sector.
  const sectors = file.subarray(bytes);
  const numbersIn = (sector: number) => asNumbers(partOf(sectors, sector * bytes, bytes));
  const tableCount = file.readUInt32LE(44);
  // A table has a number for each sector. More would only fill the memory.
  if (tableCount > 2 * Math.ceil(file.length / bytes / (bytes / 4)) + 10) throw damaged();
  const tableSectors = asNumbers(file.subarray(76, 512));
  let next = file.readUInt32LE(68);
  while (next < firstSpecialSector && tableSectors.length < tableCount) {
    const more = numbersIn(next);
    next = more.pop() ?? noEntry;
    tableSectors.push(...more);
  }
  return chainReader(tableSectors.slice(0, tableCount).flatMap(numbersIn), sectors, bytes);
}

/** @param table the number of the next sector for each sector */
function chainReader(table: number[], sectors: Buffer, bytes: number): ReadChain {
  return (start, sizeInBytes) => {
    const chain: Buffer[] = [];
    for (let sector = start; sector < firstSpecialSector; sector = table[sector] ?? noEntry) {
      // A chain that is longer than the table runs in a circle.
      if (sector >= table.length || chain.length >= table.length) throw damaged();
      const part = sectors.subarray(sector * bytes, (sector + 1) * bytes);
      // Only the last part may end with the file. The digest would not cover parts outside of the file.
      if (part.length === 0 || (chain.at(-1)?.length ?? bytes) < bytes) throw damaged();
      chain.push(part);
    }
    const content = Buffer.concat(chain);
    if (sizeInBytes !== undefined && content.length < sizeInBytes) throw damaged();
    return content.subarray(0, sizeInBytes);
  };
}

function readTree(descriptions: Buffer, read: ReadChain, maxBytes: number): CompoundEntry {
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

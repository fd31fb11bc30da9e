import { createHash } from 'node:crypto';
import { Null, type Sequence } from 'asn1js';
import type { WindowsTrust } from './authenticode.ts';
import {
  createIdentity,
  digestAlgorithm,
  encode,
  type Identity,
  objectId,
  octets,
  sequence,
  signMessage,
  type TimestampOptions,
} from './test-signing.ts';

interface SigningOptions {
  signer: Identity;
  others?: Identity[];
  timestamp?: TimestampOptions | undefined;
  /** The type that the signed attributes name, if it differs. */
  claimedType?: string;
  /** Data behind the signature. */
  hidden?: Buffer;
}

const indirectDataId = '1.3.6.1.4.1.311.2.1.4';
const places = {
  headersAt: 0x80,
  optionalAt: 0x98,
  checksumAt: 0xd8,
  entryAt: 0x98 + 112 + 32,
  headersEnd: 0x200,
};

/** A small program without a signature, in the format PE32+. */
export function createProgram(content = Buffer.alloc(5000, 'The code of the program. ')): Buffer {
  const headers = Buffer.alloc(places.headersEnd);
  headers.write('MZ', 0);
  headers.writeUInt32LE(places.headersAt, 60);
  headers.write('PE\0\0', places.headersAt);
  headers.writeUInt16LE(0x20b, places.optionalAt);
  headers.writeUInt32LE(16, places.optionalAt + 108);
  const padding = Buffer.alloc((8 - (content.length % 8)) % 8);
  return Buffer.concat([headers, content, padding]);
}

/** Signs a program like `signtool`. */
export function signProgram(program: Buffer, options: SigningOptions): Buffer {
  const { checksumAt, entryAt } = places;
  const digest = createHash('sha256')
    .update(program.subarray(0, checksumAt))
    .update(program.subarray(checksumAt + 4, entryAt))
    .update(program.subarray(entryAt + 8))
    .digest();
  const message = Buffer.concat([
    signIndirectData(digest, '1.3.6.1.4.1.311.2.1.15', options),
    options.hidden ?? Buffer.alloc(0),
  ]);
  const length = message.length + 8;
  const table = Buffer.alloc(Math.ceil(length / 8) * 8);
  table.writeUInt32LE(length, 0);
  table.writeUInt16LE(0x200, 4);
  table.writeUInt16LE(2, 6);
  message.copy(table, 8);
  const signed = Buffer.concat([program, table]);
  signed.writeUInt32LE(program.length, entryAt);
  signed.writeUInt32LE(table.length, entryAt + 4);
  return signed;
}

/** Signs the digest of a file. */
function signIndirectData(digest: Buffer, kind: string, options: SigningOptions): Buffer {
  const data = sequence(sequence(objectId(kind), new Null()), sequence(digestAlgorithm(), octets(digest)));
  const content = Buffer.concat((data as Sequence).valueBlock.value.map(encode));
  return signMessage({ ...options, contentType: indirectDataId, content, inside: encode(data) });
}

const sectorBytes = 512;
const [endOfChain, tableSector, none] = [0xfffffffe, 0xfffffffd, 0xffffffff];
const classId = Buffer.from('84100c0000000000c000000000000046', 'hex');

/** A file or a folder of an installer. */
export interface InstallerEntry {
  name: string;
  content?: Buffer;
  children?: InstallerEntry[];
}

/** Writes a compound file. Streams of less than 4,096 bytes go to the stream of small sectors, like in every installer. */
export function createInstaller(entries: InstallerEntry[]): Buffer {
  const flat: { entry: InstallerEntry; child: number; sibling: number }[] = [];
  const add = (siblings: InstallerEntry[]): number => {
    let next = none;
    for (const entry of siblings.toReversed()) {
      const index = flat.length + 1;
      flat.push({ entry, child: none, sibling: next });
      const placed = flat[index - 1] as (typeof flat)[number];
      placed.child = entry.children ? add(entry.children) : none;
      next = index;
    }
    return next;
  };
  const top = add(entries);
  const sectors: Buffer[] = [];
  const table: number[] = [];
  const store = (bytes: Buffer): number => {
    const count = Math.ceil(bytes.length / sectorBytes);
    const start = sectors.length;
    for (let index = 0; index < count; index++) {
      const sector = Buffer.alloc(sectorBytes);
      bytes.copy(sector, 0, index * sectorBytes);
      sectors.push(sector);
      table.push(index === count - 1 ? endOfChain : start + index + 1);
    }
    return count === 0 ? endOfChain : start;
  };
  const small: Buffer[] = [];
  const smallTable: number[] = [];
  const storeSmall = (bytes: Buffer): number => {
    const count = Math.ceil(bytes.length / 64);
    const start = smallTable.length;
    for (let index = 0; index < count; index++)
      smallTable.push(index === count - 1 ? endOfChain : start + index + 1);
    small.push(bytes, Buffer.alloc(count * 64 - bytes.length));
    return count === 0 ? endOfChain : start;
  };
  const starts = flat.map(({ entry: { content } }) =>
    content ? (content.length < 4096 ? storeSmall(content) : store(content)) : 0,
  );
  const smallBytes = Buffer.concat(small);
  const describe = (
    name: string,
    type: number,
    fields: { sibling?: number; child?: number; start: number; size: number },
  ) => {
    const description = Buffer.alloc(128);
    const encodedName = Buffer.from(`${name}\0`, 'utf16le');
    encodedName.copy(description);
    description.writeUInt16LE(encodedName.length, 64);
    description[66] = type;
    description[67] = 1;
    description.writeUInt32LE(none, 68);
    description.writeUInt32LE(fields.sibling ?? none, 72);
    description.writeUInt32LE(fields.child ?? none, 76);
    if (type !== 2) classId.copy(description, 80);
    description.writeUInt32LE(fields.start, 116);
    description.writeUInt32LE(fields.size, 120);
    return description;
  };
  const root = describe('Root Entry', 5, { child: top, start: store(smallBytes), size: smallBytes.length });
  const directoryAt = store(
    Buffer.concat([
      root,
      ...flat.map(({ entry, child, sibling }, index) =>
        describe(entry.name, entry.content ? 2 : 1, {
          child,
          sibling,
          start: starts[index] ?? 0,
          size: entry.content?.length ?? 0,
        }),
      ),
    ]),
  );
  const smallTableAt = store(asBytes(smallTable));
  const perSector = sectorBytes / 4;
  const tableCount = Math.ceil((sectors.length + 2) / (perSector - 1));
  const tableAt = sectors.length;
  for (let index = 0; index < tableCount; index++) table.push(tableSector);
  const tableBytes = asBytes([...table, ...Array(tableCount * perSector - table.length).fill(none)]);
  const header = Buffer.alloc(sectorBytes);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableCount, 44);
  header.writeUInt32LE(directoryAt, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(smallTableAt, 60);
  header.writeUInt32LE(Math.ceil((smallTable.length * 4) / sectorBytes), 64);
  header.writeUInt32LE(endOfChain, 68);
  const firstTables = Array.from({ length: 109 }, (_, index) =>
    index < tableCount ? tableAt + index : none,
  );
  asBytes(firstTables).copy(header, 76);
  return Buffer.concat([header, ...sectors, tableBytes]);
}

const asBytes = (numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
};

/** Signs an installer like `signtool`: the digest is over its streams in the order of their names. */
export function signInstaller(
  entries: InstallerEntry[],
  { coversMetadata = false, ...options }: SigningOptions & { coversMetadata?: boolean },
): Buffer {
  const hash = createHash('sha256');
  const metadata = digestMetadata(entries);
  if (coversMetadata) hash.update(metadata);
  const add = (siblings: InstallerEntry[]) => {
    for (const { entry } of inOrder(siblings)) {
      if (entry.content) hash.update(entry.content);
      else add(entry.children ?? []);
    }
    hash.update(classId);
  };
  add(entries);
  const signature = signIndirectData(hash.digest(), '1.3.6.1.4.1.311.2.1.30', options);
  return createInstaller([
    ...entries,
    { name: '\u0005DigitalSignature', content: signature },
    ...(coversMetadata ? [{ name: '\u0005MsiDigitalSignatureEx', content: metadata }] : []),
  ]);
}

const inOrder = (siblings: InstallerEntry[]) =>
  siblings
    .map((entry) => ({ entry, name: Buffer.from(entry.name, 'utf16le') }))
    .sort((left, right) => Buffer.compare(left.name, right.name));

/** The digest of names and sizes; the states and times of our installers are zero. */
function digestMetadata(entries: InstallerEntry[]): Buffer {
  const hash = createHash('sha256').update(classId).update(Buffer.alloc(4));
  const add = (siblings: InstallerEntry[]) => {
    for (const { entry, name } of inOrder(siblings)) {
      hash.update(name).update(entry.content ? asBytes([entry.content.length]) : classId);
      hash.update(Buffer.alloc(20));
      add(entry.children ?? []);
    }
  };
  add(entries);
  return hash.digest();
}

/** A publisher with a certificate of a test authority, a timestamp authority, and what trusts both. */
export function createWindowsPublisher(validity: { validFrom?: string; validUntil?: string } = {}) {
  const root = createIdentity({ commonName: 'Test Root', isAuthority: true });
  const issuer = createIdentity({ commonName: 'Test Code CA', issuer: root, isAuthority: true });
  const signer = createIdentity({
    commonName: 'Example Company',
    issuer,
    purpose: 'codeSigning',
    ...validity,
  });
  const timeRoot = createIdentity({ commonName: 'Test Time Root', isAuthority: true });
  const authority = createIdentity({ commonName: 'Test Clock', issuer: timeRoot, purpose: 'timestamps' });
  const trust: WindowsTrust = {
    publisher: 'Example Company',
    codeSigningRoots: [root.certificate],
    timestampRoots: [timeRoot.certificate],
    now: new Date('2026-12-01'),
  };
  const timestamp = { authority, at: '2026-11-01T10:00:00Z' };
  return { root, issuer, authority, trust, signing: { signer, others: [issuer], timestamp } };
}

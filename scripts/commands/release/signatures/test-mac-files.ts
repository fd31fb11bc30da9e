import { posix } from 'node:path';
import { zipSync } from 'fflate';
import type { AppleTrust } from './apple-signature.ts';
import {
  createIdentity,
  type Identity,
  objectId,
  octets,
  sequence,
  sha256,
  signMessage,
  type TimestampOptions,
} from './test-signing.ts';

export interface MacSigning {
  signer: Identity;
  others: Identity[];
  timestamp?: TimestampOptions | undefined;
  /** The team in the code directory. */
  teamId: string;
  /** The content of the stapled ticket, from the digest of the code; missing if there is none. */
  ticketOf?: (codeHash: Buffer) => Buffer;
  /** Signs without a certificate, like a linker. */
  isAdHoc?: boolean;
  /** The number of bytes at the end of a disk image that the signature leaves out. */
  leavesOut?: number;
  /** Signs a directory with SHA-1 for old systems, and the digest of the one with SHA-256, unless that is forgotten or left out. */
  forOldSystems?: 'complete' | 'forgets SHA-256' | 'SHA-1 only';
}

/** A team with a Developer ID of a test authority, and what trusts it. */
export function createTeam(change: { teamId?: string; marks?: string[]; issuerMarks?: string[] } = {}) {
  const { teamId = 'A1B2C3D4E5', marks = ['1.2.840.113635.100.6.1.13'] } = change;
  const { issuerMarks = ['1.2.840.113635.100.6.2.6'] } = change;
  const root = createIdentity({ commonName: 'Test Apple Root', isAuthority: true });
  const issuer = createIdentity({
    commonName: 'Developer ID Certification Authority',
    issuer: root,
    isAuthority: true,
    marks: issuerMarks,
  });
  const signer = createIdentity({
    commonName: `Developer ID Application: Example Company (${teamId})`,
    organizationalUnit: teamId,
    issuer,
    purpose: 'codeSigning',
    marks,
  });
  const authority = createIdentity({ commonName: 'Test Apple Clock', issuer: root, purpose: 'timestamps' });
  const trust: AppleTrust = { teamId, roots: [root.certificate], now: new Date('2026-12-01') };
  const signing: MacSigning = {
    signer,
    others: [issuer],
    timestamp: { authority, at: '2026-11-01T10:00:00Z' },
    teamId,
    ticketOf: (codeHash) => Buffer.concat([Buffer.from('s8ch a ticket of '), codeHash]),
  };
  return { root, issuer, trust, signing };
}

interface Code {
  bytes: Buffer;
  pageBytes: number | undefined;
  /** The digests of things outside of the code, from slot 1. */
  special: Buffer[];
}

/** The flag of a signature without a certificate. */
const adHoc = 0x2;

function createDirectory(
  { bytes, pageBytes = bytes.length, special }: Code,
  teamId: string,
  flags: number,
): Buffer {
  const texts = Buffer.from(`com.example.app\0${teamId}\0`);
  const pages: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += pageBytes)
    pages.push(sha256(bytes.subarray(offset, offset + pageBytes)));
  const header = Buffer.alloc(88);
  const digestsAt = header.length + texts.length + special.length * 32;
  const fields = [
    0xfade0c02,
    digestsAt + pages.length * 32,
    0x20400,
    flags,
    digestsAt,
    header.length,
    special.length,
    pages.length,
    bytes.length,
  ];
  for (const [index, field] of fields.entries()) header.writeUInt32BE(field, index * 4);
  header[36] = 32;
  header[37] = 2;
  header[39] = pageBytes === bytes.length ? 0 : Math.log2(pageBytes);
  header.writeUInt32BE(header.length + 'com.example.app\0'.length, 48);
  return Buffer.concat([header, texts, ...special.toReversed(), ...pages]);
}

const wrap = (content: Buffer) => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(0xfade0b01, 0);
  header.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([header, content]);
};

/** Signs code like `codesign`, and staples a ticket to the signature if it is for a disk image. */
function signCode(code: Code, signing: MacSigning, { isStapled }: { isStapled: boolean }) {
  const directory = createDirectory(code, signing.teamId, signing.isAdHoc ? adHoc : 0x10000);
  const codeHash = sha256(directory).subarray(0, 20);
  const primary = Buffer.from(directory);
  if (signing.forOldSystems) primary.set([20, 1], 36);
  const codeHashes = sequence(objectId('2.16.840.1.101.3.4.2.1'), octets(sha256(directory)));
  const message = signing.isAdHoc
    ? Buffer.alloc(0)
    : signMessage({
        ...signing,
        contentType: '1.2.840.113549.1.7.1',
        content: primary,
        ...(signing.forOldSystems === 'complete'
          ? { attribute: ['1.2.840.113635.100.9.2', codeHashes] as const }
          : {}),
      });
  const blobs: [slot: number, blob: Buffer][] = [
    [0, primary],
    ...(signing.forOldSystems && signing.forOldSystems !== 'SHA-1 only'
      ? [[0x1000, directory] as [number, Buffer]]
      : []),
    [0x10000, wrap(message)],
  ];
  if (isStapled && signing.ticketOf) blobs.push([0x10002, wrap(signing.ticketOf(codeHash))]);
  const header = Buffer.alloc(12 + blobs.length * 8);
  header.writeUInt32BE(0xfade0cc0, 0);
  header.writeUInt32BE(blobs.length, 8);
  let offset = header.length;
  for (const [index, [slot, blob]] of blobs.entries()) {
    header.writeUInt32BE(slot, 12 + index * 8);
    header.writeUInt32BE(offset, 16 + index * 8);
    offset += blob.length;
  }
  header.writeUInt32BE(offset, 4);
  return { signature: Buffer.concat([header, ...blobs.map(([, blob]) => blob)]), codeHash };
}

/** A disk image; without a team, nobody has signed it. */
export function createDiskImage(signing?: MacSigning): Buffer {
  const content = Buffer.alloc(20_000, 'The files of the app. ');
  const trailer = Buffer.alloc(512);
  trailer.write('koly', 0);
  trailer.writeUInt32BE(512, 8);
  if (!signing) return Buffer.concat([content, trailer]);
  trailer.writeBigUInt64BE(BigInt(content.length), 296);
  const special = [...Array.from({ length: 5 }, () => Buffer.alloc(32)), sha256(trailer)];
  const signedContent = content.subarray(0, content.length - (signing.leavesOut ?? 0));
  const { signature } = signCode({ bytes: signedContent, pageBytes: undefined, special }, signing, {
    isStapled: true,
  });
  trailer.writeBigUInt64BE(BigInt(signature.length), 304);
  return Buffer.concat([content, signature, trailer]);
}

/** A program for one processor. The signature must fit into the room for it, as in every program. */
function createMacProgram(signing: MacSigning | undefined, special: Buffer[]) {
  const code = Buffer.alloc(3 * 4096 + 100, 'The code of the app. ');
  const room = 16_384;
  code.writeUInt32LE(0xfeedfacf, 0);
  code.writeUInt32LE(1, 16);
  code.writeUInt32LE(16, 20);
  code.writeUInt32LE(signing ? 0x1d : 0x1b, 32);
  code.writeUInt32LE(16, 36);
  code.writeUInt32LE(code.length, 40);
  code.writeUInt32LE(room, 44);
  if (!signing) return { program: code, codeHash: undefined };
  const { signature, codeHash } = signCode({ bytes: code, pageBytes: 4096, special }, signing, {
    isStapled: false,
  });
  return { program: Buffer.concat([code, signature, Buffer.alloc(room - signature.length)]), codeHash };
}

export const infoOf = (program: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n\t<key>CFBundleExecutable</key>\n\t<string>${program}</string>\n\t<key>LSMinimumSystemVersion</key>\n\t<string>12.0</string>\n</dict>\n</plist>\n`,
  );

/** The files of an app by their paths, whose names and contents a test can change before it zips them. */
export function createApp(signing?: MacSigning): Record<string, Buffer> {
  const files: Record<string, Buffer> = {
    'Resources/app.asar': Buffer.alloc(9000, 'The scripts of the app. '),
    'Resources/en.lproj/Info.strings': Buffer.from('"name" = "Example";'),
  };
  const seals = Object.entries(files).map(
    ([path, content]) =>
      `<key>${path}</key><dict><key>hash2</key><data>\n${sha256(content).toString('base64')}\n</data></dict>`,
  );
  const nested = '<key>Frameworks/Core.framework</key><dict><key>cdhash</key><data>AAAA</data></dict>';
  const resources = Buffer.from(
    `<?xml version="1.0"?><plist version="1.0"><dict><key>files</key><dict/><key>files2</key><dict>${nested}${seals.join('')}</dict></dict></plist>`,
  );
  const info = infoOf('Example App');
  const { program, codeHash } = createMacProgram(signing, [
    sha256(info),
    Buffer.alloc(32),
    sha256(resources),
  ]);
  const ticket = codeHash && signing?.ticketOf?.(codeHash);
  return {
    ...files,
    'Info.plist': info,
    PkgInfo: Buffer.from('APPL????'),
    'MacOS/Example App': program,
    'Frameworks/Core.framework/Core': Buffer.from('code'),
    '_CodeSignature/CodeResources': resources,
    ...(ticket ? { CodeResources: ticket } : {}),
  };
}

/** Packs an app like `ditto -c -k --keepParent`. */
export const zipApp = (files: Record<string, Buffer>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, content]) => [
          posix.join('Example.app/Contents', path),
          new Uint8Array(content),
        ]),
      ),
    ),
  );

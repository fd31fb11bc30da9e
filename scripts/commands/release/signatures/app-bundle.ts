import { createHash } from 'node:crypto';
import {
  type AppleSignature,
  type AppleTrust,
  requireSpecialDigest,
  requireTicket,
  verifyAppleSignature,
} from './apple-signature.ts';
import { type PropertyListValue, parsePropertyList } from './property-list.ts';
import { partOf, type Signature, SignatureProblem } from './signature-problem.ts';
import { readZip, type ZippedFile } from './zip-archive.ts';

/** The slots of the code directory for files of the bundle. */
const slots = { info: 1, resources: 3 };
/** Files that every signature leaves out (rules2 of CodeResources). */
const neverSealed =
  /^(Info\.plist|PkgInfo|CodeResources|_CodeSignature\/CodeResources)$|(^|\/)\.DS_Store$|\.lproj\/locversion\.plist$/;

const magics = { fat: 0xcafebabe, fat64: 0xcafebabf, program64: 0xfeedfacf };
const codeSignatureCommand = 0x1d;
const maxArchitectures = 8;

/**
 * Verifies the `.zip` of an app for macOS: the signature of its main program, its sealed resources, and its stapled ticket. Frameworks
 * and helpers have signatures of their own, which this does not verify.
 * @throws SignatureProblem
 */
export async function verifyAppBundle(file: Buffer, trust: AppleTrust): Promise<Signature> {
  const contents = findContents(await readZip(file));
  const info = await (contents.get('Info.plist') as ZippedFile).read();
  const program = `MacOS/${nameOfProgram(info)}`;
  const code = await contents.get(program)?.read();
  if (!code) throw new SignatureProblem('does not contain its main program');
  const signatures = verifyProgram(code, trust);
  const resources = await contents.get('_CodeSignature/CodeResources')?.read();
  if (!resources) throw new SignatureProblem('contains no CodeResources', { isUnsigned: true });
  const ticket = await contents.get('CodeResources')?.read();
  for (const signature of signatures) {
    requireSpecialDigest(signature.directory, slots.info, info, 'Info.plist');
    requireSpecialDigest(signature.directory, slots.resources, resources, 'list of resources');
  }
  await verifyResources(contents, program, resources);
  for (const signature of signatures) requireTicket(ticket, signature);
  return signatures[0] as Signature;
}

/** The files of the only app, by their paths in its folder Contents. */
function findContents(files: Map<string, ZippedFile>): Map<string, ZippedFile> {
  const apps = [...files.keys()].flatMap(
    (path) => /^([^/]+\.app\/Contents\/)Info\.plist$/.exec(path)?.[1] ?? [],
  );
  const [app, second] = apps;
  if (!app) throw new SignatureProblem('contains no app for macOS', { isUnsigned: true });
  if (second) throw new SignatureProblem('contains more than one app');
  return new Map(
    [...files].flatMap(([path, file]) =>
      path.startsWith(app) ? [[path.slice(app.length), file] as const] : [],
    ),
  );
}

function nameOfProgram(info: Buffer): string {
  const value = parsePropertyList(info, 'Info.plist');
  const name = value instanceof Map ? value.get('CFBundleExecutable') : undefined;
  if (typeof name !== 'string' || !/^[^/]+$/.test(name))
    throw new SignatureProblem('has an Info.plist that names no main program');
  return name;
}

/**
 * Verifies a program for macOS, which may contain code for several processors.
 * @returns a signature for each processor
 * @throws SignatureProblem
 */
function verifyProgram(file: Buffer, trust: AppleTrust): AppleSignature[] {
  return findArchitectures(file).map((code) =>
    verifyAppleSignature({ file: code, ...findSignature(code) }, trust),
  );
}

const damagedProgram = () => new SignatureProblem('has a main program that cannot be read');

/** The code of each processor, and what follows it. */
function findArchitectures(file: Buffer): Buffer[] {
  const magic = partOf(file, 0, 8).readUInt32BE(0);
  if (magic !== magics.fat && magic !== magics.fat64) return [file];
  const count = file.readUInt32BE(4);
  if (count === 0 || count > maxArchitectures) throw damagedProgram();
  const entryBytes = magic === magics.fat ? 20 : 32;
  return Array.from({ length: count }, (_, index) => {
    const entry = partOf(file, 8 + index * entryBytes, entryBytes);
    return file.subarray(magic === magics.fat ? entry.readUInt32BE(8) : Number(entry.readBigUInt64BE(8)));
  });
}

/** Finds LC_CODE_SIGNATURE among the load commands. */
function findSignature(code: Buffer) {
  const header = partOf(code, 0, 32);
  if (header.readUInt32LE(0) !== magics.program64) throw damagedProgram();
  const commandCount = header.readUInt32LE(16);
  const commands = partOf(code, 32, header.readUInt32LE(20));
  let offset = 0;
  for (let index = 0; index < commandCount && offset + 8 <= commands.length; index++) {
    const length = commands.readUInt32LE(offset + 4);
    if (length < 8 || offset + length > commands.length) throw damagedProgram();
    if (commands.readUInt32LE(offset) === codeSignatureCommand && length >= 16)
      return {
        signatureAt: commands.readUInt32LE(offset + 8),
        signatureBytes: commands.readUInt32LE(offset + 12),
      };
    offset += length;
  }
  throw new SignatureProblem('has a main program without a signature', { isUnsigned: true });
}

/** Compares all files with the list that the program's signature covers. */
async function verifyResources(
  contents: Map<string, ZippedFile>,
  program: string,
  encoded: Buffer,
): Promise<void> {
  const list = parsePropertyList(encoded, 'list of resources');
  const files = list instanceof Map ? list.get('files2') : undefined;
  if (!(files instanceof Map)) throw new SignatureProblem('has a list of resources without SHA-256 digests');
  const sealed = new Map([...files].map(([path, seal]) => [path.normalize(), seal]));
  const nested = [...sealed].flatMap(([path, seal]) => (fieldOf(seal, 'cdhash') ? path : []));
  const isNested = (path: string) => nested.some((code) => path === code || path.startsWith(`${code}/`));
  for (const [path, file] of contents) {
    if (path === program || neverSealed.test(path) || isNested(path)) continue;
    await verifyResource(path, file, sealed.get(path));
  }
  const missing = [...sealed].find(
    ([path, seal]) => !contents.has(path) && !nested.includes(path) && fieldOf(seal, 'optional') !== true,
  );
  if (missing) throw new SignatureProblem(`was changed after it was signed: ${missing[0]} is missing`);
}

async function verifyResource(
  path: string,
  file: ZippedFile,
  seal: PropertyListValue | undefined,
): Promise<void> {
  if (!seal) throw new SignatureProblem(`contains ${path}, which its signature leaves out`);
  const changed = () => new SignatureProblem(`was changed after it was signed: ${path} differs`);
  const target = fieldOf(seal, 'symlink');
  if (file.isSymbolicLink !== (target !== undefined)) throw changed();
  if (target !== undefined) {
    if ((await file.read()).toString('utf8') !== target) throw changed();
    return;
  }
  const digest = seal instanceof Buffer ? seal : fieldOf(seal, 'hash2');
  const found = createHash('sha256')
    .update(await file.read())
    .digest();
  if (!(digest instanceof Buffer) || !found.equals(digest)) throw changed();
}

const fieldOf = (value: PropertyListValue, field: string) =>
  value instanceof Map ? value.get(field) : undefined;

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AppleSignature,
  type AppleTrust,
  requireSpecialDigest,
  requireTicket,
} from './apple-signature.ts';
import { verifyMacProgram } from './mac-program.ts';
import { type PropertyListValue, parsePropertyList } from './property-list.ts';
import { openFile, type RandomAccessFile } from './random-access-file.ts';
import { type Signature, SignatureProblem } from './signature-problem.ts';
import { consumeFile, readText, readZip, unpackFile, type ZippedFile } from './zip-archive.ts';

/** The slots of the code directory for files of the bundle. */
const slots = { info: 1, resources: 3 };
/** Files that every signature leaves out (rules2 of CodeResources). */
const neverSealed =
  /^(Info\.plist|PkgInfo|CodeResources|_CodeSignature\/CodeResources)$|(^|\/)\.DS_Store$|\.lproj\/locversion\.plist$/;

/**
 * Verifies the `.zip` of an app for macOS: the signature of its main program, its sealed resources, and its stapled ticket. Frameworks
 * and helpers have signatures of their own, which this does not verify.
 * @throws SignatureProblem
 */
export async function verifyAppBundle(file: RandomAccessFile, trust: AppleTrust): Promise<Signature> {
  const contents = findContents(await readZip(file));
  const info = await readText(contents.get('Info.plist'), 'Info.plist');
  const program = `MacOS/${nameOfProgram(info)}`;
  const signatures = await verifyProgram(contents.get(program), trust);
  const resources = await readText(contents.get('_CodeSignature/CodeResources'), 'CodeResources');
  const ticketFile = contents.get('CodeResources');
  const ticket = ticketFile && (await readText(ticketFile, 'ticket'));
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

/** Unpacks the program, whose signature is read at random places. */
async function verifyProgram(packed: ZippedFile | undefined, trust: AppleTrust): Promise<AppleSignature[]> {
  if (!packed) throw new SignatureProblem('does not contain its main program');
  const folder = await mkdtemp(join(tmpdir(), 'lorewright-signature-'));
  try {
    const path = join(folder, 'program');
    await unpackFile(packed, path);
    const program = await openFile(path);
    try {
      return await verifyMacProgram(program, trust);
    } finally {
      await program.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
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
    if ((await readText(file, path)).toString('utf8') !== target) throw changed();
    return;
  }
  const digest = seal instanceof Buffer ? seal : fieldOf(seal, 'hash2');
  const hash = createHash('sha256');
  await consumeFile(file, (bytes) => void hash.update(bytes));
  if (!(digest instanceof Buffer) || !hash.digest().equals(digest)) throw changed();
}

const fieldOf = (value: PropertyListValue, field: string) =>
  value instanceof Map ? value.get(field) : undefined;

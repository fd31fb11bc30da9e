import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The parts of a CloudFormation template that we read. */
export interface Template {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown; Export?: { Name: string } }>;
}

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes are read where they are used, and checked by running.
  Properties: any;
  Metadata?: Record<string, unknown>;
}

/** A folder, and a filter for its files. */
export type Input = readonly [folder: string, isInput: (file: string) => boolean];

// The functions of the edge are JavaScript.
const isSource = (file: string) => /\.[jt]s$/.test(file) && !file.endsWith('.test.ts');

/** The inputs of every template, in addition to the CDK's version and settings. */
export const stackSources: Input[] = [
  ['lib', isSource],
  ['contract', isSource],
  ['scripts/build', isSource],
];

/**
 * Caches a template until its inputs change, because loading the CDK and synthesizing take seconds. Writing one
 * removes those that are older than a day.
 * @param options.made further inputs, such as the name of the stack
 */
export async function keepTemplate<Kept = Template>({
  folder,
  made,
  inputs,
  synthesize,
}: {
  folder: string;
  made: object;
  inputs: Input[];
  synthesize: () => Promise<Kept>;
}): Promise<Kept> {
  const file = join(folder, `${hashInputs(made, inputs)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const template = await synthesize();
  mkdirSync(folder, { recursive: true });
  removeOldFiles(folder);
  // Several processes and threads may write it at once, and none may read a partial file.
  const temporary = `${file}.${randomUUID()}.tmp`;
  writeFileSync(temporary, JSON.stringify(template));
  renameSync(temporary, file);
  return template;
}

const dayMs = 86_400_000;

function removeOldFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > dayMs) rmSync(file, { force: true });
  }
}

/** Hashes the inputs, cdk.json, package-lock.json and settings.ts. */
export function hashInputs(made: object, inputs: Input[]): string {
  // Templates name the bundles by absolute paths, so a copied checkout needs its own.
  const hash = createHash('sha256').update(JSON.stringify({ ...made, checkout: process.cwd() }));
  const addFile = (file: string) => hash.update(`\n${file}\n`).update(readFileSync(file));
  for (const file of ['cdk.json', 'package-lock.json', 'settings.ts']) addFile(file);
  for (const [folder, isInput] of inputs) {
    for (const file of filesIn(folder)) if (isInput(file)) addFile(join(folder, file));
  }
  return hash.digest('hex');
}

/** The files in a stable order, relative to the folder; none if the folder does not exist. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .sort();
}

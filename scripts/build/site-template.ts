import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StageSettings } from '../../lib/stages.ts';

/** A CloudFormation template as CDK writes it, as far as we read it. */
export interface Template {
  Resources: Record<string, Resource>;
  Outputs: Record<string, { Value: unknown }>;
}

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes are read where they are used, and checked by running.
  Properties: any;
  Metadata?: Record<string, unknown>;
}

export interface SynthesisOptions {
  stackName: string;
  settings: StageSettings;
  /** The folder with the built site. */
  siteFolder: string;
  /** Missing where the template should fit any account. */
  account?: string;
}

/** Templates by a hash of everything they are made from. `npm run build` removes the folder. */
const cacheFolder = 'dist/templates';

/**
 * The template of the site's stack. CDK takes seconds to load and to synthesize, so the template is kept in `dist/templates` until its
 * sources or the build change. Needs the bundles in `dist/`, no account and no network.
 */
export async function siteTemplate(options: SynthesisOptions): Promise<Template> {
  const file = join(cacheFolder, `${hashOfInputs(options)}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { synthesizeSite } = await import('./synthesize-site.ts');
  const template = synthesizeSite(options);
  mkdirSync(cacheFolder, { recursive: true });
  // Several processes may do this at once, and none may read half a file.
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(template));
  renameSync(temporary, file);
  return template;
}

/** The files that a template depends on: the stack's sources, the CDK's version and flags, and what the stack deploys. */
const inputs: [folder: string, isInput: (file: string) => boolean][] = [
  ['lib', (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')],
  ['contract', (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')],
  ['dist/lambdas', (file) => file.endsWith('.js')],
  ['dist/resources', () => true],
  ['content/mockups/images', () => true],
];

function hashOfInputs(options: SynthesisOptions): string {
  const hash = createHash('sha256').update(JSON.stringify(options));
  const addFile = (file: string) => hash.update(`\n${file}\n`).update(readFileSync(file));
  for (const file of ['cdk.json', 'package-lock.json']) addFile(file);
  for (const [folder, isInput] of [...inputs, [options.siteFolder, () => true] as const]) {
    for (const file of filesIn(folder)) if (isInput(file)) addFile(join(folder, file));
  }
  return hash.digest('hex');
}

/** In a stable order, relative to the folder; none where there is no such folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .sort();
}

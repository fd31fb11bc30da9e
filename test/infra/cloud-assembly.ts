import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from '../cloud-process.ts';

/** The result of a command that succeeds without warnings. */
export const success = { status: 0, warnings: '' };

interface Synthesis {
  /** The checkout. */
  folder: string;
  /** Where the cloud assembly is written. */
  output: string;
  args: string[];
  /** Whether to check the rules of the CDK and cdk-nag, which takes twice as long. */
  withRules: boolean;
  signal: AbortSignal;
}

/** Runs `cdk synth`. */
export function synthesize({ folder, output, args, withRules, signal }: Synthesis) {
  const command = ['synth', '--quiet', '--build', 'true', '--output', output, ...args];
  return runWithoutCredentials(folder, 'node_modules/.bin/cdk', command, signal, {
    CDK_VALIDATION: String(withRules),
  });
}

/** Runs a command without credentials, in a home folder of its own. */
export function runWithoutCredentials(
  folder: string,
  command: string,
  args: string[],
  signal: AbortSignal,
  environment: Record<string, string> = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'lorewright-home-'));
  const env = { PATH: process.env.PATH, HOME: home, NODE_COMPILE_CACHE: compileCache, ...environment };
  return new Promise<{ status: unknown; warnings: string }>((resolve) => {
    execFile(command, args, { cwd: folder, env, signal }, (error, _, stderr) => {
      rmSync(home, { recursive: true, force: true });
      resolve({
        status: error ? error.code : 0,
        // `cdk synth` prints these lines even when there is no warning.
        warnings: stderr.replace(/^(Successfully synthesized to|Supply a stack id) .*\n/gm, ''),
      });
    });
  });
}

/** Reads the templates and assets of `prod` from a cloud assembly. */
export function readProd(assembly: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(assembly, name), 'utf8'));
  const { artifacts } = read('manifest.json');
  const stacks = Object.keys(artifacts).filter(
    (name) => name.startsWith('lorewright-prod-') && artifacts[name].type === 'aws:cloudformation:stack',
  );
  const assets: Record<string, { source: { path: string } }> = Object.assign(
    {},
    ...stacks.map((stack) => read(`${stack}.assets.json`).files),
  );
  const paths = Object.values(assets).map(({ source }) => source.path);
  return {
    /** The templates by the name of their stack. */
    templates: Object.fromEntries(stacks.map((stack) => [stack, read(`${stack}.template.json`)])),
    assetHashes: Object.keys(assets).sort(),
    /** Without the assets that are single files, such as templates. */
    assetFolders: paths.filter((path) => /^asset\.\w+$/.test(path)),
  };
}

export const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../../scripts/build/keep-template.ts';
import { endWithThisProcess } from '../end-with-this-process.ts';
import { type Adaptation, adaptTemplate } from './adapt-template.ts';
import type { Ministack } from './start-ministack.ts';

/**
 * Synthesizes the stacks of `dev` into a folder, adapted to the second cloud.
 * @returns the type of each resource that is left out
 */
export async function synthesizeStacks(
  folder: string,
  { ministack, commands, adaptation }: { ministack: Ministack; commands: string; adaptation: Adaptation },
): Promise<string[]> {
  await runCdk(ministack, 'synth', '--quiet', '--no-notices', '--build', 'true', '--output', folder);
  const leftOut: string[] = [];
  for (const file of globSync(join(folder, '*.template.json'))) {
    const template: Template = JSON.parse(readFileSync(file, 'utf8'));
    const adapted = adaptTemplate(template, adaptation);
    writeFileSync(file, JSON.stringify(adapted, null, 1));
    for (const [id, { Type }] of Object.entries(template.Resources))
      if (!adapted.Resources[id]) leftOut.push(Type);
  }
  replaceAwsCommand(folder, commands);
  return leftOut.sort();
}

/**
 * The function that deploys files calls `/opt/awscli/aws` of its layer, which MiniStack does not put there. The lines that the command
 * prints would break the protocol between MiniStack and the process of the function, so they go to the log.
 */
function replaceAwsCommand(folder: string, commands: string): void {
  const command = join(folder, 'aws');
  writeFileSync(command, `#!/bin/sh\nexec "${join(commands, 'aws')}" "$@" >&2\n`);
  chmodSync(command, 0o755);
  const original = '/opt/awscli/aws';
  const files = globSync(join(folder, 'asset.*/index.py')).filter((file) =>
    readFileSync(file, 'utf8').includes(original),
  );
  if (files.length !== 1) throw new Error(`${files.length} functions call ${original}, not one.`);
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replace(original, command));
}

export const bootstrap = (ministack: Ministack) =>
  runCdk(ministack, 'bootstrap', 'aws://000000000000/us-east-1', '--no-notices');

/** Deploys all stacks of a folder. Returns the output of the command. */
export const deploy = (ministack: Ministack, folder: string) =>
  runCdk(
    ministack,
    'deploy',
    '--all',
    '--app',
    folder,
    '--require-approval',
    'never',
    '--no-notices',
    '--progress',
    'events',
  );

/** @throws Error with the end of its output */
async function runCdk({ env }: Ministack, ...args: string[]): Promise<string> {
  const child = spawn('node_modules/.bin/cdk', [...args, '--ci'], {
    env: { ...process.env, ...env, CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`"cdk ${args.join(' ')}" failed:\n${output.slice(-5000)}`);
  return output;
}

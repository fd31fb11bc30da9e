import { once } from 'node:events';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { Template } from '../../scripts/build/keep-template.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { type Adaptation, adaptTemplate } from './adapt-template.ts';
import { leftOutReason } from './left-out.ts';
import { spawnGroup } from './spawn-group.ts';
import type { Ministack } from './start-ministack.ts';

interface Synthesis {
  ministack: Ministack;
  /** The folder with the command of AWS. */
  commands: string;
  adaptation: Adaptation;
  /** The folder of the code. */
  checkout?: string;
}

/**
 * Builds the site, and synthesizes the stacks of `dev` into a folder, adapted to the second cloud.
 * @returns a line for each resource that is left out
 */
export async function synthesizeStacks(
  folder: string,
  { ministack, commands, adaptation, checkout = '.' }: Synthesis,
): Promise<string[]> {
  await runCdk(ministack, ['synth', '--quiet', '--output', folder], checkout);
  const leftOut: string[] = [];
  for (const file of globSync(join(folder, '*.template.json'))) {
    const template: Template = JSON.parse(readFileSync(file, 'utf8'));
    const adapted = adaptTemplate(template, adaptation);
    writeFileSync(file, JSON.stringify(adapted, null, 1));
    for (const [id, resource] of Object.entries(template.Resources))
      if (!adapted.Resources[id]) leftOut.push(`${resource.Type} ${id}: ${leftOutReason(resource)}`);
  }
  replaceAwsCommand(folder, commands);
  return leftOut.sort();
}

/**
 * The function that deploys files calls `/opt/awscli/aws` of its layer, which MiniStack does not provide. The lines that the command
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

/** Only the synthesis needs the build, which cdk.json runs for all commands. */
const withoutBuild = ['--build', 'true'];

export const bootstrap = (ministack: Ministack) =>
  runCdk(ministack, ['bootstrap', 'aws://000000000000/us-east-1', ...withoutBuild]);

/**
 * Deploys all stacks of a folder.
 * @returns the output of the command
 * @throws Error with the end of its output
 */
export const deploy = (ministack: Ministack, folder: string) =>
  runCdk(ministack, [
    'deploy',
    '--all',
    '--app',
    folder,
    ...withoutBuild,
    '--require-approval',
    'never',
    '--progress',
    'events',
  ]);

async function runCdk({ env }: Ministack, args: string[], cwd = '.'): Promise<string> {
  const { child } = spawnGroup(resolve('node_modules/.bin/cdk'), [...args, '--ci', '--no-notices'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`"cdk ${args.join(' ')}" failed:\n${output.slice(-5000)}`);
  return output;
}

/** Deletes uploaded templates, because the CDK does not replace an uploaded template of the same name. */
export async function removeUploadedTemplates({ endpoint }: Ministack): Promise<void> {
  const s3 = new S3Client({ ...localClient(endpoint), forcePathStyle: true });
  const Bucket = 'cdk-hnb659fds-assets-000000000000-us-east-1';
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  for (const { Key } of Contents)
    if (Key?.endsWith('.json')) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
}

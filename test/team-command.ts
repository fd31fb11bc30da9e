import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compileCache } from './cloud-process.ts';

/** Starts a team command against the local cloud with its data in `dir`. */
export function startTeamCommand(dir: string, script: string, ...args: string[]): ChildProcess {
  const env = { PATH: process.env.PATH, LOCAL_DIR: dir, NODE_COMPILE_CACHE: compileCache };
  return spawn(process.execPath, [script, ...args], { env });
}

/** Runs it until it ends. */
export async function runTeamCommand(
  dir: string,
  script: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const child = startTeamCommand(dir, script, ...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

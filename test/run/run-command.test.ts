import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const script = `
  import { CommandFailed, runCommand } from './test/run/run-command.ts';
  const wait = ['node', '-e', 'setTimeout(() => {}, 60_000)'];
  setTimeout(() => console.log('started'), 300);
  const results = [];
  for (const command of [wait, wait]) {
    await runCommand(command, { isShown: false }).catch((error) => results.push(error.message));
  }
  console.log(JSON.stringify(results));
`;

it('ends the command on SIGTERM, and starts no other', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output === 'started\n') child.kill('SIGTERM');
  });
  await once(child, 'close');
  expect(output).toContain('setTimeout(() => {}, 60_000) failed.","The run was ended."]');
});

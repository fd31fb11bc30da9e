import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Runs a program that imports the module. The first argument takes the place of the path of a script. */
const run = (program: string, ...args: string[]) =>
  spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import * as commandLine from ${JSON.stringify(new URL('command-line.ts', import.meta.url).href)};\n${program}`,
    ...args,
  ]);

async function resultOf(child: ReturnType<typeof run>) {
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (errors += text));
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

describe('removeTemporaryFilesAtExit', () => {
  const program = `
    import { mkdtempSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    commandLine.removeTemporaryFilesAtExit();
    console.log(mkdtempSync(tmpdir() + '/file-'));`;

  it('removes them at the end', async () => {
    const { code, output } = await resultOf(run(program));
    expect(code).toBe(0);
    expect(output).toContain('/lorewright-');
    expect(existsSync(output.trim())).toBe(false);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('removes them after %s', async (signal, expected) => {
    const child = run(`${program}\nsetInterval(() => {}, 1_000);`);
    const [first] = await once(child.stdout, 'data');
    const folder = String(first).trim();
    expect(existsSync(folder)).toBe(true);
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(expected);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('refuseArguments', () => {
  it('ends the command with its usage', async () => {
    const { code, errors } = await resultOf(
      run("commandLine.refuseArguments('example');", 'script', 'nonsense'),
    );
    expect([code, errors]).toEqual([
      1,
      '"nonsense" is not an argument of this command.\nUsage: npm run example\n',
    ]);
  });

  it('lets a command without arguments run', async () => {
    expect((await resultOf(run("commandLine.refuseArguments('example');", 'script'))).code).toBe(0);
  });
});

describe('--help', () => {
  const prints = async (script: string) => {
    const { code, output, errors } = await resultOf(
      spawn(process.execPath, ['scripts/commands/terminal/run-command.ts', script, '--help']),
    );
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const name = basename(script, '.ts').replace('setup-stripe', 'setup:stripe');
    expect(output).toMatch(new RegExp(`^Usage: npm run ${name} -- `));
  };
  const scripts = globSync('scripts/commands/*.ts');

  it('prints the usage of one command', () => prints('scripts/commands/release.ts'));

  it.each(scripts)('prints the usage of %s', { tags: 'extended' }, prints);
});

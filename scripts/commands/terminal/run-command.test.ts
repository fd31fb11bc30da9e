import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'team-command-'));
  await writeFile(join(dir, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(dir, { recursive: true }));

async function start(name: string, command: string) {
  const script = join(dir, `${name}.ts`);
  await writeFile(script, command);
  return spawn(process.execPath, ['scripts/commands/terminal/run-command.ts', script, '--stage', 'dev']);
}

async function run(name: string, command: string): Promise<{ code: number; output: string; errors: string }> {
  const child = await start(name, command);
  let output = '';
  let errors = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (errors += text));
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

describe('a team command', () => {
  test('starts through npm so that it can report mistakes in its settings', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const direct = Object.values(scripts).filter((script) =>
      /node scripts\/commands\/(?!terminal\/run-command)/.test(script),
    );
    expect(direct).toEqual([]);
  });

  test('receives its own arguments', async () => {
    const { output } = await run('arguments', 'console.log(process.argv.slice(2).join(" "));');
    expect(output).toBe('--stage dev\n');
  });

  test.each([
    ['an extra bracket', 'export const stages = {\n  dev: {{\n};\n', 2, 'Unexpected token'],
    ['an unterminated text', 'export const stages = 1;\nconst a = `b;\n', 2, 'Unterminated'],
    ['a name declared twice', 'export const stages = 1;\n\nconst stages = 2;\n', 3, 'already been declared'],
    ['an unknown name', 'export const stages = 1;\n\n\nprod();\n', 4, 'prod is not defined'],
  ])('names the line of its settings with %s, without a stack trace', async (_, settings, line, what) => {
    const name = `settings-${line}-${what.length}`;
    await writeFile(join(dir, `${name}.ts`), settings);
    const { code, errors } = await run(
      `command-${name}`,
      `import { stages } from './${name}.ts';\nconsole.log(stages);\n`,
    );
    expect(errors).toMatch(
      new RegExp(`${name}\\.ts:${line}: .*${what}.*\\nNothing was done\\. Correct this line`),
    );
    expect(errors).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
  });

  test('ends without an error when its output is closed', async () => {
    const child = await start('talkative', 'setInterval(() => console.log("One more line."), 1);');
    let errors = '';
    child.stderr.on('data', (text) => (errors += text));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });
});

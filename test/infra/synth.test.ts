import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const output = mkdtempSync(join(tmpdir(), 'lorewright-synth-'));
afterAll(() => rmSync(output, { recursive: true }));

/** Runs `cdk synth` with the CDK's own rules, without credentials, on the build as it is. */
function synth(...options: string[]): { status: number | null; warnings: string } {
  const { status, stderr } = spawnSync(
    'node_modules/.bin/cdk',
    ['synth', '--quiet', '--build', 'true', '--output', output, ...options],
    { env: { PATH: process.env.PATH, HOME: output, CDK_VALIDATION: 'true' }, encoding: 'utf8' },
  );
  // What it says, without a warning, where there is more than one stack.
  return { status, warnings: stderr.replace(/^(Successfully synthesized to|Supply a stack id) .*\n/gm, '') };
}

describe('cdk synth', () => {
  // One process for all of them: loading the CDK takes as long as checking a stack.
  test('works without credentials and warns of nothing, for each stage with and without a domain', () => {
    expect(synth('--app', 'node_modules/.bin/node test/infra/all-stages.ts')).toEqual({
      status: 0,
      warnings: '',
    });
  });

  test('takes along every file of the site and its pictures', () => {
    expect(synth('--context', 'stage=prod')).toEqual({ status: 0, warnings: '' });
    const filesOf = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [entry.name] : [],
      );
    const staged = new Set(
      readdirSync(output).flatMap((name) => (/^asset\.\w+$/.test(name) ? filesOf(join(output, name)) : [])),
    );
    const files = [...filesOf('dist/web'), ...filesOf('content/mockups/images')];
    expect(files.filter((name) => !staged.has(name))).toEqual([]);
    expect(filesOf('dist/web/assets')).not.toEqual([]);
  });
});

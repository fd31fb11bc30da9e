import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCdkContext } from '../../lib/cdk-context.ts';

const output = mkdtempSync(join(tmpdir(), 'lorewright-synth-'));
afterAll(() => rmSync(output, { recursive: true }));

// Uses one process for all stages, because loading the CDK takes as long as checking a stack.
test('cdk synth succeeds without credentials and without warnings, for each stage but prod, with and without a domain', () => {
  const { status, stderr } = spawnSync(
    'node_modules/.bin/cdk',
    [
      'synth',
      '--quiet',
      '--build',
      'true',
      '--output',
      output,
      '--app',
      'node_modules/.bin/node test/infra/all-stages.ts',
    ],
    { env: { PATH: process.env.PATH, HOME: output, CDK_VALIDATION: 'true' }, encoding: 'utf8' },
  );
  // `cdk synth` prints these lines even when there is no warning.
  const warnings = stderr.replace(/^(Successfully synthesized to|Supply a stack id) .*\n/gm, '');
  expect({ status, warnings }).toEqual({ status: 0, warnings: '' });
});

test('uses the stage dev by default', () => {
  const folder = join(output, 'default');
  const { status, stderr } = spawnSync(process.execPath, ['bin/site.ts'], {
    env: {
      PATH: process.env.PATH,
      HOME: output,
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify(readCdkContext()),
    },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(folder)).toContain('lorewright-dev-data.template.json');
});

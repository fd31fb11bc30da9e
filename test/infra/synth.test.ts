import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const output = mkdtempSync(join(tmpdir(), 'lorewright-synth-'));
afterAll(() => rmSync(output, { recursive: true }));

// One process for all of them: loading the CDK takes as long as checking a stack.
test('cdk synth works without credentials and warns of nothing, for each stage with and without a domain', () => {
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
  // What it says, without a warning, where there is more than one stack.
  const warnings = stderr.replace(/^(Successfully synthesized to|Supply a stack id) .*\n/gm, '');
  expect({ status, warnings }).toEqual({ status: 0, warnings: '' });
});

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { region, stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

/** The environment of each function, by its name. */
const environments = Object.fromEntries(
  resourcesOf(await synthesize(stages.dev), 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
    const variables: Record<string, unknown> = Properties.Environment?.Variables ?? {};
    const name = variables.POWERTOOLS_SERVICE_NAME;
    return name ? [[String(name), { ...fillIn(variables), AWS_REGION: region }]] : [];
  }),
);

/** Values that are not plain text are known only after a deployment. */
function fillIn(variables: Record<string, unknown>): Record<string, string> {
  const placeholder = (variable: string) =>
    variable.endsWith('_ARN')
      ? `arn:aws:kms:${region}:000000000000:key/1`
      : 'https://a-value-of-thirty-two-characters.example';
  return Object.fromEntries(
    Object.entries(variables).map(([variable, value]) => [
      variable,
      typeof value === 'string' ? value : placeholder(variable),
    ]),
  );
}

// One process for all functions: 38 processes would take three times as long.
const { stdout, stderr } = spawnSync(process.execPath, ['test/infra/load-functions.ts'], {
  env: {},
  input: JSON.stringify(environments),
  encoding: 'utf8',
});
const outcomes = JSON.parse(stdout || '{}');

test.each(Object.keys(environments))('%s starts with the environment the stack gives it', (name) => {
  expect(outcomes[name]).toBe('function');
});

test('no function writes a warning when it starts', () => {
  expect(stderr).toBe('');
});

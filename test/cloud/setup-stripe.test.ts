import { expect, test } from 'vitest';
import { runTeamCommand } from '../team-command.ts';
import { cloud } from './site.ts';

const setUp = (...flags: string[]) => runTeamCommand(cloud.dir, 'scripts/setup-stripe.ts', ...flags);

test('the stand-in is brought in step with the catalog, and left alone the second time', async () => {
  const first = await setUp();
  expect(first).toMatchObject({ code: 0 });
  expect(first.output).toMatch(/Price of earlyAccess +price_local_early_access +updated/);
  expect(first.output).toMatch(/Price of lifetime +price_local_lifetime +updated/);
  expect(first.output).toContain('the local cloud has one built in');
  expect(first.output).not.toContain('sk_test');

  const second = await setUp();
  expect(second).toMatchObject({ code: 0 });
  expect(second.output).toContain('Nothing to change.');
});

test.each([
  [['--roll'], 'The webhook of the local cloud is built in'],
  [['--stage', 'moon'], 'There is no stage "moon"'],
  [['--stage', 'local'], 'leave --stage out'],
  [['--stage', 'dev'], 'as STRIPE_SECRET_KEY'],
  [['--key', 'sk_test_1'], 'Usage: npm run setup:stripe'],
])('%j is refused with what to do', async (flags, message) => {
  const { code, output } = await setUp(...flags);
  expect(code).toBe(1);
  expect(output).toContain(message);
});

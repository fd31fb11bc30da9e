import { expect, test } from 'vitest';
import { type Check, describeFinding, examine } from './examine.ts';
import { type Finding, ok, problem, skipped, warning } from './finding.ts';

async function findingsOf(checks: Check[]) {
  const findings: Record<string, Finding> = {};
  const problems = await examine(checks, (name, finding) => {
    findings[name] = finding;
  });
  return { problems, outcomes: Object.values(findings).map(({ outcome }) => outcome), findings };
}
const check = (name: string, finding: Finding, ...needs: string[]): Check => ({
  name,
  needs,
  look: async () => finding,
});

test('skips checks that depend on a failed or skipped check', async () => {
  const { problems, outcomes } = await findingsOf([
    check('Credentials', problem('none', 'Sign in.')),
    check('Stack', ok('there'), 'Credentials'),
    check('Site', ok('there'), 'Stack'),
    check('Domain', ok('there')),
  ]);
  expect(outcomes).toEqual(['problem', 'skipped', 'skipped', 'ok']);
  expect(problems).toBe(1);
});

test('does not count a warning as a problem, and runs checks that depend on it', async () => {
  const { problems, outcomes } = await findingsOf([
    check('Stack', warning('old', 'Deploy.')),
    check('Domain', skipped('none')),
    check('Site', ok('there'), 'Stack', 'Domain'),
  ]);
  expect(outcomes).toEqual(['warning', 'skipped', 'ok']);
  expect(problems).toBe(0);
});

test('reports a check that throws as a problem, with a sentence', async () => {
  const refused = Object.assign(new Error('User is not authorized'), { name: 'AccessDeniedException' });
  const { problems, findings } = await findingsOf([{ name: 'Stack', look: () => Promise.reject(refused) }]);
  expect(problems).toBe(1);
  expect(findings.Stack?.says).toContain('do not allow this: User is not authorized');
});

test('shows the advice below a finding', () => {
  expect(describeFinding('Stack', problem('is not there', 'Deploy it.'))).toMatch(
    /^PROBLEM +Stack +is not there\n +Deploy it\.$/,
  );
  expect(describeFinding('Settings', problem('are missing', 'Write one.\nWrite another.'))).toMatch(
    /^PROBLEM +Settings +are missing\n {28}Write one\.\n {28}Write another\.$/,
  );
  expect(describeFinding('Stack', ok('is there'))).toMatch(/^ok +Stack +is there$/);
});

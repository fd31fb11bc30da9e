import { expect, it, vi } from 'vitest';
import { stages } from '../../../lib/stages.ts';
import { describeFinding, examine } from '../doctor/examine.ts';
import { checksBeforeDeployment } from '../doctor/list-checks.ts';
import { deployStage } from './deploy-stage.ts';

vi.mock(import('../../../settings.ts'), async (original) => {
  const settings = await original();
  return { ...settings, owner: { ...settings.owner, vatId: 'EXAMPLE123456' } };
});

it('does not deploy prod while a setting that the law requires is an example', async () => {
  const lines: string[] = [];
  const run = vi.fn();
  const deployment = deployStage('prod', {
    isAnswered: true,
    isSynthesized: false,
    run,
    // The other checks ask AWS.
    countProblems: () =>
      examine(
        checksBeforeDeployment('prod', stages.prod).filter(({ name }) => name === 'Settings'),
        (...finding) => lines.push(describeFinding(...finding)),
      ),
    ask: undefined,
    readSiteUrl: async () => '',
  });

  await expect(deployment).rejects.toThrow('Nothing was deployed');
  expect(run).not.toHaveBeenCalled();
  expect(lines.join('\n')).toMatch(
    /^PROBLEM +Settings[\s\S]+ owner\.vatId is "EXAMPLE123456": write its VAT/,
  );
});

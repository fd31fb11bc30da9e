import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { CiRoles } from '../../lib/ci-roles.ts';
import { region } from '../../lib/stages.ts';
import { stageMatrix } from './stage-matrix.ts';
import { siteStacks, synthesizeApp } from './synthesize.ts';

/** What the rules of cdk-nag find, each as "rule: construct path". */
function findings(app: ReturnType<typeof synthesizeApp>): string[] {
  return [new AwsSolutionsChecks(), new ServerlessChecks()].flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
      ),
  );
}

test.each(stageMatrix)('finds nothing on %s that has no documented reason', (_, stage) => {
  expect(findings(synthesizeApp((app) => siteStacks(app, stage)))).toEqual([]);
});

test('finds nothing in the roles for GitHub', () => {
  const app = synthesizeApp(
    (app) =>
      new CiRoles(app, 'ci', {
        repository: 'owner/name',
        siteName: 'lorewright-prod',
        providerArn: undefined,
        environment: 'prod',
        env: { region },
      }),
  );
  expect(findings(app)).toEqual([]);
});

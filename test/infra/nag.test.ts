import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { stageMatrix } from './stage-matrix.ts';
import { synthesizeApp } from './synthesize.ts';

/** What an auditor's rules find, each as "rule: where". */
function findings(app: ReturnType<typeof synthesizeApp>): string[] {
  return [new AwsSolutionsChecks(), new ServerlessChecks()].flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName}: ${constructPath}`),
      ),
  );
}

test.each(stageMatrix)('on %s nothing is found that nobody has given a reason for', (_, stage) => {
  expect(findings(synthesizeApp(stage))).toEqual([]);
});

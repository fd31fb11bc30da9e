import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { addSiteStacks } from '../../lib/stacks/add-site-stacks.ts';
import { region } from '../../lib/stages.ts';
import { stageMatrix } from './stage-matrix.ts';

/**
 * As bin/site.ts, with the stacks of each stage of the tests except `prod`, which the test of
 * bin/site.ts itself synthesizes.
 */
const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
for (const [name, stage] of stageMatrix) {
  if (name !== 'prod') {
    addSiteStacks(app, {
      siteName: name.replaceAll(' ', '-'),
      stage,
      siteFolder: 'dist/web',
      env: { region },
    });
  }
}

import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { addSiteStacks } from '../../lib/stacks/add-site-stacks.ts';
import { region } from '../../lib/stages.ts';
import { stageMatrix } from './stage-matrix.ts';

/**
 * Like bin/site.ts, but with the stacks of each stage of the tests except `prod`, which
 * same-build.test.ts synthesizes with bin/site.ts itself.
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

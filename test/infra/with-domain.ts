import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { SiteStack } from '../../lib/site-stack.ts';
import { region } from '../../lib/stages.ts';
import { stageMatrix } from './stage-matrix.ts';

/** As bin/site.ts, for a stage of the tests: an owner writes the domain into lib/stages.ts. */
const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
for (const [name, stage] of stageMatrix)
  if (name === `${app.node.tryGetContext('stage')} with a domain`)
    new SiteStack(app, 'lorewright', { stage, siteFolder: 'dist/web', env: { region } });

import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { SiteStack } from '../lib/site-stack.ts';
import { readStage, region, stackName } from '../lib/stages.ts';

/** `cdk synth`, `cdk deploy`: the stage is `dev` unless `--context stage=prod` says otherwise. */
const app = new App();
// What they find stops the command, unless the construct says why it is borne.
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
const { name, settings } = readStage(String(app.node.tryGetContext('stage') ?? 'dev'));

new SiteStack(app, stackName(name), {
  stage: settings,
  siteFolder: 'dist/web',
  env: { region },
  description: `The Lorewright website, stage ${name}`,
});

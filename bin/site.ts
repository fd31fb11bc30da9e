import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { addSiteStacks } from '../lib/stacks/add-site-stacks.ts';
import { readStage, region, siteNameOf } from '../lib/stages.ts';

/** `cdk synth`, `cdk deploy --all`: the stage is `dev` unless `--context stage=prod` says otherwise. */
const app = new App();
// What they find stops the command, unless the construct says why it is borne.
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
const { name, settings } = readStage(String(app.node.tryGetContext('stage') ?? 'dev'));

addSiteStacks(app, {
  siteName: siteNameOf(name),
  stage: settings,
  siteFolder: 'dist/web',
  env: { region },
});

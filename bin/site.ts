import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { addSiteStacks } from '../lib/stacks/add-site-stacks.ts';
import { readStage, region, siteNameOf } from '../lib/stages.ts';

/**
 * The app of `cdk synth` and `cdk deploy --all`: the stage is `dev` unless `--context stage=prod`
 * is given.
 */
export const app = new App();
// Their findings stop the command unless the construct acknowledges them with a reason.
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks());
const { name, settings } = readStage(String(app.node.tryGetContext('stage') ?? 'dev'));

addSiteStacks(app, {
  siteName: siteNameOf(name),
  stage: settings,
  siteFolder: 'dist/web',
  env: { region },
});

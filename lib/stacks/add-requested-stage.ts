import type { App } from 'aws-cdk-lib';
import { readStage, region, siteNameOf } from '../stages.ts';
import { addSiteStacks } from './add-site-stacks.ts';

/** Adds the stacks of `dev`, or of the stage that `--context stage=<name>` requests. */
export function addRequestedStage(app: App): void {
  const { name, settings } = readStage(String(app.node.tryGetContext('stage') ?? 'dev'));
  addSiteStacks(app, {
    siteName: siteNameOf(name),
    stage: settings,
    siteFolder: 'dist/web',
    env: { region },
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readCdkContext } from '../../lib/cdk-context.ts';
import { type StackPart, stackNameOf, stackParts } from '../../lib/stack-parts.ts';
import { addSiteStacks } from '../../lib/stacks/add-site-stacks.ts';
import type { StageSettings } from '../../lib/stage-settings.ts';
import { region } from '../../lib/stages.ts';
import { siteTemplate, siteTemplates } from '../../scripts/build/site-template.ts';

// The CDK's rule engine takes longer than all of these tests. synth.test.ts runs it, once for all
// stages.
process.env.CDK_VALIDATION = 'false';

const site = { siteName: 'site', siteFolder: 'dist/web' };

export const siteStacks = (app: App, stage: StageSettings) =>
  addSiteStacks(app, { ...site, stage, env: { region } });

/** The stacks of the site, joined into one template. */
export const synthesize = oncePerStage(async (settings) =>
  Template.fromJSON(await siteTemplate({ ...site, settings })),
);

/** The templates of the site's stacks, by part. */
export const synthesizeParts = oncePerStage(async (settings) => {
  const templates = await siteTemplates({ ...site, settings });
  return Object.fromEntries(
    stackParts.map((part) => [part, Template.fromJSON(templates[stackNameOf(site.siteName, part)] ?? {})]),
  ) as Record<StackPart, Template>;
});

/** Test files share results, because reading a kept template hashes all its inputs. */
function oncePerStage<Result>(read: (settings: StageSettings) => Promise<Result>) {
  const results = new Map<string, Promise<Result>>();
  return (settings: StageSettings): Promise<Result> => {
    const key = JSON.stringify(settings);
    const result = results.get(key) ?? read(settings);
    results.set(key, result);
    return result;
  };
}

export function synthesizeStack(makeStack: (app: App) => Stack): Template {
  return inApp((app) => Template.fromStack(makeStack(app)));
}

/** Returns what the callback reads from an app, whose output is then removed. */
export function inApp<Result>(
  make: (app: App) => Result,
  createApp = (props: AppProps) => new App(props),
): Result {
  const outdir = mkdtempSync(join(tmpdir(), 'lorewright-infra-'));
  try {
    const context = { ...readCdkContext(), 'aws:cdk:disable-asset-staging': true };
    return make(createApp({ outdir, analyticsReporting: false, context }));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

export const resourcesOf = (template: Template, type: string) => Object.entries(template.findResources(type));

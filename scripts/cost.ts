import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../lib/cdk-context.ts';
import { SiteStack } from '../lib/site-stack.ts';
import { readStage, region } from '../lib/stages.ts';
import { costFile, visitFile } from './cost/files.ts';
import { readInfrastructure, type Template } from './cost/read-infrastructure.ts';
import { fillSections, renderSections } from './cost/render-cost.ts';

// `npm run cost`: writes the computed parts of docs/cost.md anew, from the stack of `prod` and from what was counted in a browser.

const sections = renderSections({
  visit: JSON.parse(readFileSync(visitFile, 'utf8')),
  infrastructure: readInfrastructure(synthesize()),
});
writeFileSync(costFile, fillSections(readFileSync(costFile, 'utf8'), sections));
console.log(`${costFile} is up to date.`);

function synthesize(): Template {
  // CDK checks every template with a rule engine that takes longer than all else here; `cdk synth` in the tests does that.
  process.env.CDK_VALIDATION = 'false';
  const outdir = mkdtempSync(join(tmpdir(), 'lorewright-cost-'));
  try {
    const app = new App({ outdir, analyticsReporting: false, context: readCdkContext() });
    const stack = new SiteStack(app, 'site', {
      stage: readStage('prod').settings,
      siteFolder: 'dist/web',
      env: { region },
    });
    return app.synth().getStackByName(stack.stackName).template as Template;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

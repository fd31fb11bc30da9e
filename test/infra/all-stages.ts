import { checkedApp } from '../../lib/checked-app.ts';
import { CiRoles } from '../../lib/ci-roles.ts';
import { addSiteStacks } from '../../lib/stacks/add-site-stacks.ts';
import { region, siteNameOf } from '../../lib/stages.ts';
import { stageMatrix } from './stage-matrix.ts';

/**
 * Like bin/site.ts and bin/ci.ts, but with the stacks of every stage of the tests: loading the CDK
 * and its rules takes longer than checking a stage. Arguments select stages by their names.
 */
const app = checkedApp();
const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !stageMatrix.some(([known]) => known === name));
if (unknown.length > 0) throw new Error(`No stage is named ${unknown.join(', ')}.`);
for (const [name, stage] of stageMatrix) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  addSiteStacks(app, {
    // The stacks of `prod` are named as in a deployment.
    siteName: name === 'prod' ? siteNameOf(name) : name.replaceAll(' ', '-'),
    stage,
    siteFolder: 'dist/web',
    env: { region },
  });
}
new CiRoles(app, 'lorewright-ci', {
  repository: 'owner/name',
  siteName: siteNameOf('prod'),
  providerArn: undefined,
  environment: 'prod',
  env: { region },
});

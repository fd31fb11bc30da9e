import { readFileSync, writeFileSync } from 'node:fs';
import { readStage, stackName } from '../lib/stages.ts';
import { siteTemplate } from './build/site-template.ts';
import { costFile, visitFile } from './cost/files.ts';
import { readInfrastructure } from './cost/read-infrastructure.ts';
import { fillSections, renderSections } from './cost/render-cost.ts';

// `npm run cost`: writes the computed parts of docs/cost.md anew, from the stack of `prod` and from what was counted in a browser.

const template = await siteTemplate({
  stackName: stackName('prod'),
  settings: readStage('prod').settings,
  siteFolder: 'dist/web',
});
const sections = renderSections({
  visit: JSON.parse(readFileSync(visitFile, 'utf8')),
  infrastructure: readInfrastructure(template),
});
writeFileSync(costFile, fillSections(readFileSync(costFile, 'utf8'), sections));
console.log(`${costFile} is up to date.`);

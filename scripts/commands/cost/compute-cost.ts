import { readFileSync } from 'node:fs';
import { readStage, siteNameOf } from '../../../lib/stages.ts';
import { siteTemplate } from '../../build/site-template.ts';
import { fillSections } from '../terminal/computed-sections.ts';
import { costFile, visitFile } from './files.ts';
import { readInfrastructure } from './read-infrastructure.ts';
import { renderSections } from './render-cost.ts';

/**
 * Returns docs/cost.md with its computed sections updated from the stack of `prod`, the counted
 * visit and the prices. Needs the build.
 */
export async function computeCost(): Promise<string> {
  const template = await siteTemplate({
    siteName: siteNameOf('prod'),
    settings: readStage('prod').settings,
    siteFolder: 'dist/web',
  });
  const visit = JSON.parse(readFileSync(visitFile, 'utf8'));
  const sections = renderSections({ visit, infrastructure: readInfrastructure(template) });
  return fillSections(readFileSync(costFile, 'utf8'), sections);
}

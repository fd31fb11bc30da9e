import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { costFile, visitFile } from '../../scripts/cost/files.ts';
import { readInfrastructure, type Template } from '../../scripts/cost/read-infrastructure.ts';
import { fillSections, renderSections } from '../../scripts/cost/render-cost.ts';
import { synthesize } from './synthesize.ts';

test('docs/cost.md says what follows from the stack, the counted visit and the prices', async () => {
  const infrastructure = readInfrastructure((await synthesize(stages.prod)).toJSON() as Template);
  const visit = JSON.parse(readFileSync(visitFile, 'utf8'));
  const text = readFileSync(costFile, 'utf8');
  expect(text === fillSections(text, renderSections({ visit, infrastructure })), 'run: npm run cost').toBe(
    true,
  );
});

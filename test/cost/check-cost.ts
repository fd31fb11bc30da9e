import { readFileSync } from 'node:fs';
import { differingSteps } from '../../scripts/commands/cost/compare-visits.ts';
import { computeCost } from '../../scripts/commands/cost/compute-cost.ts';
import { costFile, visitFile } from '../../scripts/commands/cost/files.ts';
import { countVisit } from './count-visit.ts';

// `npm run cost:check`: checks that docs/cost.md and the counted visit are current. Writes nothing.

const problems: string[] = [];
const recorded = JSON.parse(readFileSync(visitFile, 'utf8'));
const counted = await countVisit();
for (const step of differingSteps(counted, recorded)) {
  problems.push(
    `${visitFile} differs from a visit in the step ${step}:`,
    `  recorded ${JSON.stringify(recorded[step])}`,
    `  counted  ${JSON.stringify(counted[step])}`,
    '  Count again: npm run cost:visit && npm run cost',
  );
}
if ((await computeCost()) !== readFileSync(costFile, 'utf8')) {
  problems.push(`${costFile} does not match the stack, the prices and ${visitFile}. Run: npm run cost`);
}
for (const line of problems) console.error(line);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${costFile} and ${visitFile} are up to date.`);

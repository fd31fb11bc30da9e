import { writeFileSync } from 'node:fs';
import { computeCost } from './cost/compute-cost.ts';
import { costFile } from './cost/files.ts';

// `npm run cost`: updates the computed numbers in docs/cost.md from the stack of `prod` and the
// visit that was counted in a browser.

writeFileSync(costFile, await computeCost());
console.log(`${costFile} is up to date.`);

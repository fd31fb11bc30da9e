import { writeFileSync } from 'node:fs';
import { computeCost } from './cost/compute-cost.ts';
import { costFile } from './cost/files.ts';

// `npm run cost`: computes the numbers in docs/cost.md again, from the stack of `prod` and from what was counted in a browser.

writeFileSync(costFile, await computeCost());
console.log(`${costFile} is up to date.`);

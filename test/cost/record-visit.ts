import { writeFileSync } from 'node:fs';
import { visitFile } from '../../scripts/commands/cost/files.ts';
import { countVisit } from './count-visit.ts';

// `npm run cost:visit`: counts the requests of a visit, and stores them for `npm run cost`.

writeFileSync(visitFile, `${JSON.stringify(await countVisit(), undefined, 2)}\n`);
console.log(`Wrote ${visitFile}. Next: npm run cost`);

import { writeFileSync } from 'node:fs';
import { visitFile } from '../../scripts/commands/cost/files.ts';
import { countVisit } from './count-visit.ts';

// `npm run cost:visit`: counts what a visit asks for, and keeps it for `npm run cost`.

writeFileSync(visitFile, `${JSON.stringify(await countVisit(), undefined, 2)}\n`);
console.log(`${visitFile} is written. Now: npm run cost`);

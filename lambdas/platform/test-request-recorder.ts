import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDynamodb } from '../../local/fakes/dynamodb/open-dynamodb.ts';
import type { TableDescription } from '../../local/fakes/dynamodb/start-dynamodb.ts';

/** Appends each request to a file in the folder, for `npm run conformance`. The first line has the tables. */
export function recordRequests(
  dynamodb: OpenDynamodb,
  { tables, folder }: { tables: TableDescription[]; folder: string },
): OpenDynamodb {
  const file = join(folder, `${randomUUID()}.jsonl`);
  const append = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  append(tables);
  return {
    ...dynamodb,
    run(operation, request) {
      append({ operation, request });
      return dynamodb.run(operation, request);
    },
  };
}

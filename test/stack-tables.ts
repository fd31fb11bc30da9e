import type { TableDescription } from '../local/dynamodb/start-dynamodb.ts';
import { readStack } from '../local/read-stack.ts';

/** All tables that the stack describes. Needs a build. */
export const { tables } = await readStack('dist/web');

/** @param id as in lib/data.ts */
export function stackTable(id: string): TableDescription {
  const table = tables.find(({ name }) => name.includes(`Data${id}`));
  if (!table) throw new Error(`The stack has no table ${id}.`);
  return table;
}

import type { TableDescription } from '../local/fakes/dynamodb/start-dynamodb.ts';
import { readTables } from '../local/read-tables.ts';
import { keepTemplate, stackSources } from '../scripts/build/keep-template.ts';

/** A stack with only the tables needs no build. */
const { Resources } = await keepTemplate({
  folder: 'node_modules/.cache/templates',
  made: { stackName: 'tables' },
  inputs: [...stackSources, ['test', (file) => file === 'synthesize-tables.ts']],
  synthesize: async () => (await import('./synthesize-tables.ts')).synthesizeTables(),
});

/** All tables of the site, as described in its stack. */
export const tables: TableDescription[] = readTables(Resources);

/** @param id as in lib/data.ts */
export function stackTable(id: string): TableDescription {
  const table = tables.find(({ name }) => name.includes(`Data${id}`));
  if (!table) throw new Error(`The stack has no table ${id}.`);
  return table;
}

import { stackTable } from '../../test/stack-tables.ts';
import { testTables } from './test-tables.ts';

/** Tables of the site in memory, as its stack describes them, and their names, both by the ids of lib/data.ts. */
export function testSiteTables<Id extends string>(...ids: Id[]) {
  const tables = Object.fromEntries(ids.map((id) => [id, stackTable(id)])) as Record<
    Id,
    ReturnType<typeof stackTable>
  >;
  const names = Object.fromEntries(ids.map((id) => [id, tables[id].name])) as Record<Id, string>;
  return { client: testTables(...ids.map((id) => tables[id])), tables, names };
}

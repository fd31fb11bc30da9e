import {
  type Attributes,
  DynamodbError,
  dynaliteDb,
  type Item,
  readTable,
  runAction,
  type Store,
} from './dynalite.ts';
import { type Condition, matchesCondition, type Path } from './match-condition.ts';
import { validateRequest } from './validate-request.ts';

interface Filter {
  expression: Condition;
  /** The first names of its paths. */
  pathHeads: object;
}

/** Query or Scan. The filter and the projection are ours. @throws DynamodbError */
export async function readItems(
  store: Store,
  action: 'query' | 'scan',
  request: Attributes,
): Promise<Attributes> {
  const data = validateRequest(store, action, request);
  const filter = data._filter as Filter | undefined;
  const projection = data._projection as { paths: Path[] } | undefined;
  await checkProjected(store, data, [
    ...(projection?.paths.map(([name]) => String(name)) ?? []),
    ...Object.keys(filter?.pathHeads ?? {}),
  ]);
  const isCount = data.Select === 'COUNT';
  const { Items, ...answer } = await runAction(store, action, {
    ...data,
    ...(isCount && { Select: undefined }),
    // Without paths, dynalite returns whole items. It accepts each item for a filter of an unknown type.
    ...(projection && { _projection: { ...projection, paths: undefined } }),
    ...(filter && { _filter: { ...filter, expression: { type: 'any', args: [] } } }),
  });
  const found = (Items as Item[]).filter((item) => !filter || matchesCondition(filter.expression, item));
  const shown = projection ? found.map((item) => dynaliteDb.mapPaths(projection.paths, item)) : found;
  return { ...(!isCount && { Items: shown }), ...answer, Count: found.length };
}

/** Checks that the index contains the requested attributes. @throws DynamodbError */
async function checkProjected(store: Store, data: Attributes, names: string[]): Promise<void> {
  if (!data.IndexName || names.length === 0) return;
  const table = await readTable(store, String(data.TableName));
  const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === data.IndexName);
  if (!index || index.Projection.ProjectionType === 'ALL') return;
  const keys = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName);
  const projected = [...keys, ...(index.Projection.NonKeyAttributes ?? [])];
  const missing = names.find((name) => !projected.includes(name));
  if (missing) {
    throw new DynamodbError(
      'ValidationException',
      `One or more parameter values were invalid: Global secondary index ${index.IndexName} does not project [${missing}]`,
    );
  }
}

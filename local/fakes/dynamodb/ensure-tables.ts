import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Attributes,
  dynaliteDb,
  type SecondaryIndex,
  type Store,
  settle,
  type TableRecord,
} from './dynalite.ts';
import { beginWriteBatch } from './write-batch.ts';

export interface TableDescription {
  name: string;
  keySchema: { AttributeName: string; KeyType: string }[];
  attributeDefinitions: { AttributeName: string; AttributeType: string }[];
  globalSecondaryIndexes: SecondaryIndex[];
}

/**
 * Creates missing tables, and builds indexes again that changed since the last start.
 * @throws Error when the key of a table changed, because its items cannot be kept
 */
export async function ensureTables(store: Store, tables: TableDescription[]): Promise<void> {
  for (const description of tables) {
    const wanted = tableRecord(description);
    const found = (await settle<Attributes>((done) => store.tableDb.get(description.name, done))) as
      | TableRecord
      | undefined;
    if (found && !isDeepStrictEqual(found.KeySchema, description.keySchema)) {
      throw new Error(
        `The local table ${description.name} has another key than the stack. Delete the folder with the local data, and start again.`,
      );
    }
    if (found && isDeepStrictEqual(definitionsOf(found), definitionsOf(wanted))) continue;
    await writeTable(store, wanted, found);
  }
}

async function writeTable(store: Store, wanted: TableRecord, found: TableRecord | undefined): Promise<void> {
  for (const { IndexName } of found?.GlobalSecondaryIndexes ?? []) {
    await settle<void>((done) => store.deleteIndexDb('Global', wanted.TableName, IndexName, done));
  }
  const batch = beginWriteBatch(store);
  if (found) {
    for await (const item of store.getItemDb(wanted.TableName).createValueStream({})) {
      await settle<void>((done) => dynaliteDb.updateIndexes(batch.view, wanted, null, item, done));
    }
  }
  // In the same batch as the index entries, so that the next start repeats an interrupted build.
  await settle<void>((done) => batch.view.tableDb.put(wanted.TableName, wanted, done));
  await batch.commit();
}

/** The record of an active table. CreateTable of dynalite would activate it later, by a timer. */
function tableRecord(table: TableDescription): TableRecord {
  const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${table.name}`;
  const createdAtSeconds = Date.now() / 1000;
  const onDemand = { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 };
  return {
    TableName: table.name,
    TableArn: arn,
    TableId: randomUUID(),
    TableStatus: 'ACTIVE',
    CreationDateTime: createdAtSeconds,
    ItemCount: 0,
    TableSizeBytes: 0,
    KeySchema: table.keySchema,
    AttributeDefinitions: table.attributeDefinitions,
    ProvisionedThroughput: onDemand,
    BillingModeSummary: {
      BillingMode: 'PAY_PER_REQUEST',
      LastUpdateToPayPerRequestDateTime: createdAtSeconds,
    },
    ...(table.globalSecondaryIndexes.length > 0 && {
      GlobalSecondaryIndexes: table.globalSecondaryIndexes.map((index) => ({
        ...index,
        IndexArn: `${arn}/index/${index.IndexName}`,
        IndexStatus: 'ACTIVE',
        IndexSizeBytes: 0,
        ItemCount: 0,
        ProvisionedThroughput: onDemand,
      })),
    }),
  };
}

const definitionsOf = (table: TableRecord) => ({
  attributes: table.AttributeDefinitions,
  indexes: (table.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  })),
});

import type { Attributes, BatchOperation, KeyRange, Store } from './dynalite.ts';

/**
 * A view of the store that keeps writes in memory until `commit` writes them to LevelDB as one atomic batch.
 * dynalite writes an item and its index entries one after another, so a killed process would leave half a
 * write.
 */
export function beginWriteBatch(store: Store): { view: Store; commit(): Promise<void> } {
  const pending = new Map<string, Attributes | undefined>();

  const buffer = (range: KeyRange, prefix: string): KeyRange => ({
    ...range,
    get(key, done) {
      if (pending.has(prefix + key)) setImmediate(done, null, pending.get(prefix + key));
      else range.get(key, done);
    },
    put(key, value, done) {
      pending.set(prefix + key, value);
      setImmediate(done, null);
    },
    del(key, done) {
      pending.set(prefix + key, undefined);
      setImmediate(done, null);
    },
  });

  return {
    // The prefixes are the ones of dynalite (getSubDb in dynalite/db/index.js).
    view: {
      ...store,
      tableDb: buffer(store.tableDb, 'table~'),
      getItemDb: (tableName) => buffer(store.getItemDb(tableName), `item-${tableName}~`),
      getIndexDb: (type, tableName, indexName) =>
        buffer(
          store.getIndexDb(type, tableName, indexName),
          `index-${type.toLowerCase()}~${tableName}~${indexName}~`,
        ),
    },
    commit: () =>
      store.db.batch(
        [...pending].map(
          ([key, value]): BatchOperation => (value ? { type: 'put', key, value } : { type: 'del', key }),
        ),
      ),
  };
}

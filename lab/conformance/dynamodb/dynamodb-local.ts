import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { startDynamodb } from '../../../local/fakes/dynamodb/start-dynamodb.ts';
import type { Comparison, Started } from '../comparison.ts';
import { batchProbes } from './batch-probes.ts';
import { conditionProbes } from './condition-probes.ts';
import { explainedDifferences } from './explained-differences.ts';
import { itemProbes } from './item-probes.ts';
import { probeTables } from './probe-tables.ts';
import { queryProbes } from './query-probes.ts';
import {
  dynamodbClient,
  dynamodbLocalName,
  installDynamodbLocal,
  startDynamodbLocal,
} from './start-dynamodb-local.ts';
import { tableProbes } from './table-probes.ts';
import { transactionProbes } from './transaction-probes.ts';
import { updateProbes } from './update-probes.ts';

/** Amazon's own implementation for one machine. */
export const dynamodbLocal: Comparison<DynamoDB> = {
  other: dynamodbLocalName,
  install: async () => void installDynamodbLocal(),
  async startOurs() {
    const { endpoint, stop } = await startDynamodb({ tables: [] });
    return withTables({ service: dynamodbClient(endpoint), stop });
  },
  startOther: async () => withTables(await startDynamodbLocal()),
  probes: [
    ...tableProbes,
    ...itemProbes,
    ...conditionProbes,
    ...updateProbes,
    ...queryProbes,
    ...batchProbes,
    ...transactionProbes,
  ],
  explained: explainedDifferences,
};

async function withTables(started: Started<DynamoDB>): Promise<Started<DynamoDB>> {
  for (const table of probeTables) await started.service.createTable(table);
  return started;
}

import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { startDynamodb } from '../../../local/fakes/dynamodb/start-dynamodb.ts';
import type { Comparison, Started } from '../comparison.ts';
import { installMaven } from '../install.ts';
import { startProgram } from '../start-program.ts';
import { batchProbes } from './batch-probes.ts';
import { conditionProbes } from './condition-probes.ts';
import { explainedDifferences } from './explained-differences.ts';
import { itemProbes } from './item-probes.ts';
import { probeTables } from './probe-tables.ts';
import { queryProbes } from './query-probes.ts';
import { tableProbes } from './table-probes.ts';
import { transactionProbes } from './transaction-probes.ts';
import { updateProbes } from './update-probes.ts';

const artifact = { group: 'software.amazon.dynamodb', name: 'DynamoDBLocal', version: '3.3.1' };

/** Amazon's own implementation for one machine. */
export const dynamodbLocal: Comparison<DynamoDB> = {
  other: `DynamoDB Local ${artifact.version}`,
  install: async () => void installMaven(artifact),
  async startOurs() {
    const { endpoint, stop } = await startDynamodb({ tables: [] });
    return clientOf(endpoint, stop);
  },
  async startOther() {
    const jars = installMaven(artifact);
    const { url, stop } = await startProgram('java', (port) => [
      `-Djava.library.path=${jars}`,
      '-cp',
      `${jars}/*`,
      'software.amazon.dynamodb.services.local.main.ServerRunner',
      '-inMemory',
      '-disableTelemetry',
      '-port',
      String(port),
    ]);
    return clientOf(url, stop);
  },
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

async function clientOf(endpoint: string, stop: () => Promise<void>): Promise<Started<DynamoDB>> {
  const credentials = { accessKeyId: 'conformance', secretAccessKey: 'conformance' };
  const service = new DynamoDB({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  for (const table of probeTables) await service.createTable(table);
  return { service, stop };
}

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamodb } from '../../../local/fakes/dynamodb/start-dynamodb.ts';
import type { Comparison, Started } from '../comparison.ts';
import { installMaven } from '../install.ts';
import { startProgram } from '../start-program.ts';
import { itemProbes } from './item-probes.ts';

const artifact = { group: 'software.amazon.dynamodb', name: 'DynamoDBLocal', version: '3.3.1' };

/** Amazon's own implementation for one machine. */
export const dynamodbLocal: Comparison<DynamoDBClient> = {
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
  probes: itemProbes,
  explained: [],
};

function clientOf(endpoint: string, stop: () => Promise<void>): Started<DynamoDBClient> {
  const credentials = { accessKeyId: 'conformance', secretAccessKey: 'conformance' };
  const service = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  return { service, stop };
}

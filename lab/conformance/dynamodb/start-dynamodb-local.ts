import { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Started } from '../comparison.ts';
import { installMaven } from '../install.ts';
import { startProgram } from '../start-program.ts';

const artifact = { group: 'software.amazon.dynamodb', name: 'DynamoDBLocal', version: '3.3.1' };

export const dynamodbLocalName = `DynamoDB Local ${artifact.version}`;

export const installDynamodbLocal = (): string => installMaven(artifact);

/** Starts it without tables. */
export async function startDynamodbLocal(): Promise<Started<DynamoDB>> {
  const jars = installDynamodbLocal();
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
  return { service: dynamodbClient(url), stop };
}

export function dynamodbClient(endpoint: string): DynamoDB {
  const credentials = { accessKeyId: 'conformance', secretAccessKey: 'conformance' };
  return new DynamoDB({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
}

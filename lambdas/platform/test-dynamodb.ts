import * as sdk from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type DynamodbError, isAnswerable, typeOf } from '../../local/fakes/dynamodb/dynalite.ts';
import type { OpenDynamodb } from '../../local/fakes/dynamodb/open-dynamodb.ts';

/**
 * A client of the local DynamoDB in this process, without HTTP, signing and serialization, which take
 * a third of the time of the payment tests.
 */
export function testDynamodb(opened: () => OpenDynamodb): DynamoDBDocumentClient {
  const client = new sdk.DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const stack = client.middlewareStack;
  for (const name of skippedMiddleware) if (!stack.remove(name)) throw new Error(`The SDK has no ${name}.`);
  // The document client converts its input before the one, and the output after the other.
  stack.add(
    (next) =>
      async ({ input }) =>
        next({ input, request: {} }),
    {
      step: 'serialize',
      name: 'serializerMiddleware',
      override: true,
    },
  );
  stack.add(
    (_, { commandName = '' }) =>
      async ({ input }) => ({ output: await answer(opened(), commandName, input), response: {} }),
    { step: 'deserialize', name: 'deserializerMiddleware', override: true },
  );
  return DynamoDBDocumentClient.from(client);
}

/** Middleware for HTTP, signing and retries. */
const skippedMiddleware = [
  'contentLengthMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'retryMiddleware',
  'httpSigningMiddleware',
];

async function answer(dynamodb: OpenDynamodb, commandName: string, input: object) {
  try {
    // As JSON, the input has no undefined values.
    const request = JSON.parse(JSON.stringify(input));
    return { ...(await dynamodb.run(commandName.replace(/Command$/, ''), request)), $metadata: {} };
  } catch (error) {
    throw isAnswerable(error) ? toSdkError(error) : error;
  }
}

type SdkError = new (options: object) => Error;

/** The error that the SDK creates from a response. */
function toSdkError(error: DynamodbError): Error {
  const { __type: _, ...details } = error.body;
  const name = typeOf(error);
  const KnownError = (sdk as unknown as Record<string, SdkError | undefined>)[name];
  const options = { name, $fault: 'client', $metadata: { httpStatusCode: error.statusCode }, ...details };
  return new (KnownError ?? (sdk.DynamoDBServiceException as SdkError))(options);
}

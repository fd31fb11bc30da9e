import { isDeepStrictEqual } from 'node:util';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { startDynamodb } from '../../../local/fakes/dynamodb/start-dynamodb.ts';
import type { SdkAnswer } from '../answer.ts';
import type { Comparison } from '../comparison.ts';
import { missingTable } from './explained-differences.ts';
import { comparableAnswer } from './probe-calls.ts';
import { type RecordedRequest, type Recording, readRecordings, recordTests, shapeOf } from './recordings.ts';
import {
  dynamodbClient,
  dynamodbLocalName,
  installDynamodbLocal,
  startDynamodbLocal,
} from './start-dynamodb-local.ts';
import { unsentExpressions } from './unsent-expressions.ts';

/** The answers to all requests of a shape, in their order. */
type Answers = Map<string, unknown[]>;

/** The requests of the tests of our stores, with each table and expression that the stores use. */
export const recordedRequests: Comparison<Answers> = {
  other: `${dynamodbLocalName}, requests of our stores`,
  async install() {
    installDynamodbLocal();
    recordTests();
    const unsent = unsentExpressions(readRecordings().flatMap(({ requests }) => requests));
    if (unsent.length > 0) throw new Error(`No test sends these expressions:\n${unsent.join('\n')}`);
  },
  async startOurs() {
    const answers: Answers = new Map();
    for (const recording of readRecordings()) {
      const { endpoint, stop } = await startDynamodb({ tables: recording.tables });
      const client = dynamodbClient(endpoint);
      await replay(client, recording, answers);
      client.destroy();
      await stop();
    }
    return { service: answers, stop: async () => {} };
  },
  async startOther() {
    const { service: client, stop } = await startDynamodbLocal();
    const answers: Answers = new Map();
    for (const recording of readRecordings()) {
      await createTables(client, recording.tables);
      await replay(client, recording, answers);
      for (const { name } of recording.tables) await client.deleteTable({ TableName: name });
    }
    return { service: answers, stop };
  },
  async probes() {
    const shapes = readRecordings().flatMap(({ requests }) => requests.map(shapeOf));
    return [...new Set(shapes)].map((shape) => ({
      name: shape,
      run: async (answers: Answers) => answers.get(shape),
    }));
  },
  explained: [
    {
      ...missingTable,
      probes: {
        'PutItem | Missing | attribute_not_exists(version) OR version = :version': '039bafb0',
        'UpdateItem | Nowhere | SET expiration = :expiration ADD calls :one | attribute_not_exists(calls) OR calls < :limit':
          '039bafb0',
        'TransactWriteItems\nPut | NoSuchTable | attribute_not_exists(orderId)': '039bafb0',
      },
    },
  ],
};

async function replay(client: DynamoDB, { tables, requests }: Recording, answers: Answers): Promise<void> {
  for (const recorded of requests) {
    const answer = definedPart(await answerTo(client, recorded), recorded, tables);
    const shape = shapeOf(recorded);
    answers.set(shape, [...(answers.get(shape) ?? []), answer]);
  }
}

type AnyOperation = (request: object) => Promise<SdkAnswer>;

async function answerTo(client: DynamoDB, { operation, request }: RecordedRequest): Promise<unknown> {
  const method = `${operation[0]?.toLowerCase()}${operation.slice(1)}`;
  const call = (client as unknown as Record<string, AnyOperation>)[method];
  if (!call) throw new Error(`The SDK has no operation ${operation}.`);
  return comparableAnswer(call.call(client, request));
}

/** The answer without the order of a scan, and of items with the same sort key in an index; of a description, only the keys. */
function definedPart(
  answer: unknown,
  { operation, request }: RecordedRequest,
  tables: Recording['tables'],
): unknown {
  const { Items, Table, ...rest } = answer as { Items?: Item[]; Table?: { KeySchema: unknown } };
  if (Table) return { keys: Table.KeySchema };
  if (!Items) return answer;
  // Which items are on the page of a scan is not defined either.
  if (operation === 'Scan' && (request.Limit || request.ExclusiveStartKey)) return 'a page';
  const index = tables
    .find(({ name }) => name === request.TableName)
    ?.globalSecondaryIndexes.find(({ IndexName }) => IndexName === request.IndexName);
  const sortKey = index?.KeySchema[1]?.AttributeName ?? '';
  const isTie = (one: Item, other: Item) =>
    operation === 'Scan' || (index && isDeepStrictEqual(one[sortKey], other[sortKey]));
  return { ...rest, Items: sortTies(Items, isTie) };
}

type Item = Record<string, unknown>;

function sortTies(items: Item[], isTie: (one: Item, other: Item) => unknown): string[] {
  const groups: Item[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group?.[0] && isTie(group[0], item)) group.push(item);
    else groups.push([item]);
  }
  return groups.flatMap((group) => group.map((item) => JSON.stringify(item)).sort());
}

async function createTables(client: DynamoDB, tables: Recording['tables']): Promise<void> {
  for (const { name, keySchema, attributeDefinitions, globalSecondaryIndexes } of tables) {
    await client.createTable({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keySchema,
      AttributeDefinitions: attributeDefinitions,
      ...(globalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes: globalSecondaryIndexes }),
    } as Parameters<DynamoDB['createTable']>[0]);
  }
}

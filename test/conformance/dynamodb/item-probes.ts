import {
  CreateTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { answerOf } from '../answer.ts';
import type { Probe } from '../comparison.ts';

const TableName = 'Items';

export const itemProbes: Probe<DynamoDBClient>[] = [
  {
    name: 'reads an item that was written',
    async run(client) {
      await client.send(
        new CreateTableCommand({
          TableName,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        }),
      );
      await client.send(new PutItemCommand({ TableName, Item: { id: { S: 'a' }, count: { N: '1.0' } } }));
      return answerOf(client.send(new GetItemCommand({ TableName, Key: { id: { S: 'a' } } })));
    },
  },
  {
    name: 'rejects an empty key',
    run: (client) => answerOf(client.send(new GetItemCommand({ TableName, Key: { id: { S: '' } } }))),
  },
];

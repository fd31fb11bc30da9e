import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

const attribute = (AttributeName: string, AttributeType: 'S' | 'N' | 'B') => ({
  AttributeName,
  AttributeType,
});
const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const });

/** Tables with the kinds of keys and indexes that the stack has, and numbers and bytes as sort keys. */
export const probeTables: CreateTableCommandInput[] = [
  {
    TableName: 'Items',
    KeySchema: [hash('id')],
    AttributeDefinitions: [attribute('id', 'S'), attribute('team', 'S'), attribute('score', 'N')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byTeam',
        KeySchema: [hash('team'), range('score')],
        Projection: { ProjectionType: 'ALL' },
      },
      {
        IndexName: 'onlyKeys',
        KeySchema: [hash('team')],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
      {
        IndexName: 'withWord',
        KeySchema: [hash('team'), range('score')],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['word'] },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  },
  ...(['S', 'N', 'B'] as const).map((type) => ({
    TableName: `Sorted${type}`,
    KeySchema: [hash('shelf'), range('place')],
    AttributeDefinitions: [attribute('shelf', 'S'), attribute('place', type)],
    BillingMode: 'PAY_PER_REQUEST' as const,
  })),
];

import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';

/** Copies the items of a table of the local cloud to a new table without indexes, as a backup to practice with. */
export async function copyTable(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  copy: string,
): Promise<{ count: number }> {
  const { Table: { KeySchema: keys, AttributeDefinitions: attributes } = {} } = await dynamodb.send(
    new DescribeTableCommand({ TableName: table }),
  );
  await dynamodb.send(
    new CreateTableCommand({
      TableName: copy,
      KeySchema: keys,
      AttributeDefinitions: attributes?.filter(({ AttributeName: name }) =>
        keys?.some((key) => key.AttributeName === name),
      ),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  let count = 0;
  for await (const { Items: items = [] } of paginateScan({ client: dynamodb }, { TableName: table })) {
    for (const Item of items) await dynamodb.send(new PutCommand({ TableName: copy, Item }));
    count += items.length;
  }
  return { count };
}

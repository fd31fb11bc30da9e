import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { termsVersions } from '../contract/rules/terms-versions.ts';

/** The site stores the current terms with an order. This gives an order of the past those of its day, or none before the first. */
export async function dateTerms(
  client: DynamoDBDocumentClient,
  tableName: string,
  orderId: string,
  orderedAt: Date,
): Promise<void> {
  const day = orderedAt.toISOString().slice(0, 10);
  const version = termsVersions.find((other) => other <= day);
  await client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { orderId },
      ...(version
        ? {
            UpdateExpression: 'SET termsVersion = :version',
            ExpressionAttributeValues: { ':version': version },
          }
        : { UpdateExpression: 'REMOVE termsVersion' }),
    }),
  );
}

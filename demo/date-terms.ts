import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { termsVersions } from '../contract/rules/terms-versions.ts';

/**
 * Corrects the terms of an order that the demonstration places in the past. The site stores the current version with each
 * order. This stores the version that applied on the day of the order, or removes it if there was none yet.
 */
export async function dateTerms(
  client: DynamoDBDocumentClient,
  tableName: string,
  orderId: string,
  orderedAt: Date,
): Promise<void> {
  const day = orderedAt.toISOString().slice(0, 10);
  const version = termsVersions.find((from) => from <= day);
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

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Finding, Item } from './compare-tables.ts';

/** An item that differs. */
export type Lost = Extract<Finding, { restored: Item }>;

/**
 * Writes the restored item.
 * @returns false, without a change, if the live item has changed since it was compared
 */
export async function putBack(dynamodb: DynamoDBDocumentClient, table: string, lost: Lost): Promise<boolean> {
  try {
    await dynamodb.send(new PutCommand({ TableName: table, Item: lost.restored, ...conditionOf(lost) }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/**
 * The condition that the item has not changed: each attribute has the compared value, or is missing
 * as before.
 */
function conditionOf(lost: Lost) {
  const live: Item = lost.state === 'changed' ? lost.live : {};
  const names = [...new Set([...Object.keys(lost.restored), ...Object.keys(live)])];
  return {
    ConditionExpression: names
      .map((name, index) =>
        Object.hasOwn(live, name) ? `#${index} = :${index}` : `attribute_not_exists(#${index})`,
      )
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
    ...(lost.state === 'changed'
      ? {
          ExpressionAttributeValues: Object.fromEntries(
            names.flatMap((name, index) => (Object.hasOwn(live, name) ? [[`:${index}`, live[name]]] : [])),
          ),
        }
      : {}),
  };
}

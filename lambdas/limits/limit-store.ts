import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../platform/app-error.ts';
import { describeWait, type LimitedAction, rateLimits, windowAt } from './rate-limits.ts';

export type LimitStore = ReturnType<typeof limitStore>;

/**
 * The Limits table: one counter for each action, caller and window of time. Counters vanish by themselves soon after their
 * window. Who is counted stands there as a hash only.
 */
export function limitStore(client: DynamoDBDocumentClient, tableName: string) {
  return {
    /**
     * Counts one call.
     * @param who the id of a user, or the network a request comes from
     * @throws AppError `resource-exhausted` when it is one too many; the details say when to try again
     */
    async take(action: LimitedAction, who: string, now: Date): Promise<void> {
      const limit = rateLimits[action];
      const { index, secondsLeft } = windowAt(limit, now);
      try {
        await client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: { id: `${action}#${index}#${createHash('sha256').update(who).digest('base64url')}` },
            UpdateExpression: 'SET expiration = :expiration ADD calls :one',
            // Checked and counted in one step: calls at the same time cannot slip through together.
            ConditionExpression: 'attribute_not_exists(calls) OR calls < :limit',
            ExpressionAttributeValues: {
              ':one': 1,
              ':limit': limit.calls,
              ':expiration': Math.floor(now.getTime() / 1000) + secondsLeft,
            },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        throw new AppError(
          'resource-exhausted',
          `That was too often. Please try again ${describeWait(secondsLeft)}.`,
          { retryAfterSeconds: secondsLeft },
        );
      }
    },
  };
}

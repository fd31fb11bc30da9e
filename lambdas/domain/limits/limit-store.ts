import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { idempotencyDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ViewerNetwork } from '../../platform/viewer-network.ts';
import type { TransactionPart } from '../users/user-store.ts';
import { describeWait, type LimitedAction, type RateLimit, rateLimits, windowAt } from './rate-limits.ts';

export type LimitStore = ReturnType<typeof limitStore>;

/**
 * The Limits table: one counter for each action, caller and window of time, and one mark for each event that must count only once. Both
 * vanish by themselves soon after they are of no more use. Who is counted stands there as a hash only.
 */
export function limitStore(client: DynamoDBDocumentClient, tableName: string) {
  async function take(action: LimitedAction, who: string, now: Date, limitFactor = 1): Promise<void> {
    const limit: RateLimit = rateLimits[action];
    const { index, secondsLeft } = windowAt(limit, now);
    try {
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { id: `${action}#${index}#${hashOf(who)}` },
          UpdateExpression: 'SET expiration = :expiration ADD calls :one',
          // Checked and counted in one step: calls at the same time cannot slip through together.
          ConditionExpression: 'attribute_not_exists(calls) OR calls < :limit',
          ExpressionAttributeValues: {
            ':one': 1,
            ':limit': limit.calls * limitFactor,
            ':expiration': Math.floor(now.getTime() / 1000) + secondsLeft,
          },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      throw new AppError(
        'resource-exhausted',
        `${limit.refusal ?? 'You have done this too many times.'} Try again ${describeWait(secondsLeft)}.`,
        { retryAfterSeconds: secondsLeft },
      );
    }
  }

  return {
    /**
     * Counts one call.
     * @param who the id of a user, or whatever else calls are counted by
     * @throws AppError `resource-exhausted` when it is one too many; the details say when to try again
     */
    take: (action: LimitedAction, who: string, now: Date): Promise<void> => take(action, who, now),

    /**
     * Counts one call of somebody who is not known, by the networks that the request comes from. A call that the smallest network refuses is
     * not counted for the larger one: so one household cannot use up what its neighbors have.
     * @throws AppError `resource-exhausted`, as `take` does
     */
    async takeForNetworks(action: LimitedAction, networks: ViewerNetwork[], now: Date): Promise<void> {
      for (const { name, limitFactor } of networks) await take(action, name, now, limitFactor);
    },

    /** Lets a transaction go through only once for somebody. */
    onlyOnce: (event: 'signUp', who: string, now: Date): TransactionPart => ({
      Put: {
        TableName: tableName,
        Item: {
          id: `${event}#${hashOf(who)}`,
          expiration: Math.floor(now.getTime() / 1000) + idempotencyDays * secondsPerDay,
        },
        ConditionExpression: 'attribute_not_exists(id)',
      },
    }),
  };
}

const hashOf = (who: string) => createHash('sha256').update(who).digest('base64url');

import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { idempotencyDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { AppError } from '../../platform/app-error.ts';
import { type TransactionPart, updateIf, writeRecorded } from '../../platform/conditional-write.ts';
import type { ViewerNetwork } from '../../platform/viewer-network.ts';
import { describeWait, type LimitedAction, rateLimits, windowAt } from './rate-limits.ts';

export type LimitStore = ReturnType<typeof limitStore>;

/**
 * The Limits table: one counter for each action, caller and window, and one mark for each event that must count only once. DynamoDB
 * removes both soon after they expire. Callers are stored as hashes only.
 */
export function limitStore(client: DynamoDBDocumentClient, tableName: string) {
  function addCall(action: LimitedAction, who: string, now: Date, limitFactor = 1) {
    const limit = rateLimits[action];
    const { index, secondsLeft } = windowAt(limit, now);
    return {
      TableName: tableName,
      Key: { id: `${action}#${index}#${hashOf(who)}` },
      UpdateExpression: 'SET expiration = :expiration ADD calls :one',
      // One conditional write, so that concurrent calls cannot exceed the limit.
      ConditionExpression: 'attribute_not_exists(calls) OR calls < :limit',
      ExpressionAttributeValues: {
        ':one': 1,
        ':limit': limit.calls * limitFactor,
        ':expiration': Math.floor(now.getTime() / 1000) + secondsLeft,
      },
    };
  }

  const isWithin = (action: LimitedAction, who: string, now: Date, limitFactor = 1): Promise<boolean> =>
    updateIf(client, addCall(action, who, now, limitFactor));

  async function take(action: LimitedAction, who: string, now: Date, limitFactor = 1): Promise<void> {
    if (await isWithin(action, who, now, limitFactor)) return;
    const limit = rateLimits[action];
    const { secondsLeft } = windowAt(limit, now);
    throw new AppError('resource-exhausted', `${limit.refusal} Try again ${describeWait(secondsLeft)}.`, {
      retryAfterSeconds: secondsLeft,
    });
  }

  /** A condition with which a transaction succeeds only once per person or event. */
  const onlyOnce = (action: 'signUp' | LimitedAction, key: string, now: Date): TransactionPart => ({
    Put: {
      TableName: tableName,
      Item: {
        id: `${action}#${hashOf(key)}`,
        expiration: Math.floor(now.getTime() / 1000) + idempotencyDays * secondsPerDay,
      },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  });

  return {
    /**
     * Counts one call.
     * @param who a user id or another value that identifies the caller
     * @throws AppError `resource-exhausted` when the limit is reached; the details say when to try again
     */
    take: (action: LimitedAction, who: string, now: Date): Promise<void> => take(action, who, now),

    /** Counts one call, and says whether it is within the limit. */
    isWithin: (action: LimitedAction, who: string, now: Date): Promise<boolean> => isWithin(action, who, now),

    /**
     * Counts one call without a known user, by the networks of the request. A call that the smallest network refuses does not count for the
     * larger one, so that one household cannot use up its neighbors' limit.
     * @throws AppError `resource-exhausted`, as `take` does
     */
    async takeForNetworks(action: LimitedAction, networks: ViewerNetwork[], now: Date): Promise<void> {
      for (const { name, limitFactor } of networks) await take(action, name, now, limitFactor);
    },

    /**
     * Counts an event of a queue once, however often it is delivered.
     * @returns false when the limit is reached and the event has not been counted before
     */
    async takeOnce(action: LimitedAction, who: string, eventId: string, now: Date): Promise<boolean> {
      const countedEvent = onlyOnce(action, eventId, now);
      return (
        (await writeRecorded(client, countedEvent, { Update: addCall(action, who, now) })) !== 'outdated'
      );
    },

    onlyOnce,
  };
}

const hashOf = (who: string) => createHash('sha256').update(who).digest('base64url');

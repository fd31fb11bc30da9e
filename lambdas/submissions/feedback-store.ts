import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Feedback } from '../../contract/feedback-record.ts';
import { AppError } from '../platform/app-error.ts';
import { queryAll } from '../platform/query-all.ts';

export type FeedbackStore = ReturnType<typeof feedbackStore>;

/** The Feedback table. */
export function feedbackStore(client: DynamoDBDocumentClient, tableName: string) {
  return {
    /**
     * Adds it. The same once more changes nothing.
     * @throws AppError `aborted` when the id is somebody else's
     */
    async add(feedback: Feedback): Promise<void> {
      try {
        await client.send(
          new PutCommand({
            TableName: tableName,
            Item: feedback,
            ConditionExpression: 'attribute_not_exists(feedbackId) OR userId = :userId',
            ExpressionAttributeValues: { ':userId': feedback.userId },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        throw new AppError('aborted', 'This was already done, or something else changed in between.');
      }
    },

    async find(feedbackId: string): Promise<Feedback | undefined> {
      const { Item: item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { feedbackId }, ConsistentRead: true }),
      );
      return item as Feedback | undefined;
    },

    ofUser: (userId: string): Promise<Feedback[]> =>
      queryAll(client, { tableName, indexName: 'byUser', key: { name: 'userId', value: userId } }),

    async remove(feedbackId: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { feedbackId } }));
    },
  };
}

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Feedback } from '../../contract/feedback-record.ts';
import { AppError } from '../platform/app-error.ts';
import { queryAll } from '../platform/query-all.ts';

export type FeedbackStore = ReturnType<typeof feedbackStore>;

/** The Feedback table. */
export function feedbackStore(client: DynamoDBDocumentClient, tableName: string) {
  async function find(feedbackId: string): Promise<Feedback | undefined> {
    const { Item: item } = await client.send(
      new GetCommand({ TableName: tableName, Key: { feedbackId }, ConsistentRead: true }),
    );
    return item as Feedback | undefined;
  }

  return {
    find,

    /**
     * Adds it. The same once more changes nothing, whatever the team has noted beside it by then.
     * @throws AppError `aborted` when the id stands for something else
     */
    async add(feedback: Feedback): Promise<void> {
      try {
        await client.send(
          new PutCommand({
            TableName: tableName,
            Item: feedback,
            ConditionExpression: 'attribute_not_exists(feedbackId)',
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const standing = await find(feedback.feedbackId);
        const isSame = standing?.userId === feedback.userId && standing.content === feedback.content;
        if (!isSame)
          throw new AppError('aborted', 'This was already done, or something else changed in between.');
      }
    },

    ofUser: (userId: string): Promise<Feedback[]> =>
      queryAll(client, { tableName, indexName: 'byUser', key: { name: 'userId', value: userId } }),

    async remove(feedbackId: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { feedbackId } }));
    },
  };
}

import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AuthoredFeedback, Feedback } from '../../../contract/records/feedback.ts';
import { AppError } from '../../platform/app-error.ts';
import { succeeds, type TransactionPart, writeOrExplain } from '../../platform/conditional-write.ts';
import { queryAll } from '../../platform/query-all.ts';
import { type ItemPage, queryPage } from '../../platform/query-page.ts';
import { readItem } from '../../platform/read-item.ts';
import { orSignInAgain } from '../users/read-account.ts';

export type FeedbackStore = ReturnType<typeof feedbackStore>;

/** The Feedback table. */
export function feedbackStore(client: DynamoDBDocumentClient, tableName: string) {
  const find = (feedbackId: string) => readItem<Feedback>(client, tableName, { feedbackId });

  async function refuseAnother({ feedbackId, userId, content }: AuthoredFeedback): Promise<void> {
    const existing = await find(feedbackId);
    if (existing?.userId !== userId || existing.content !== content)
      throw new AppError('aborted', 'This was already done, or something else changed in between.');
  }

  return {
    find,

    /**
     * Adds feedback. Adding the same feedback again changes nothing, and keeps the team's comments.
     * @param writerMustExist succeeds only while the writer has a record, because feedback added later would outlive the account
     * @throws AppError `aborted` when the id belongs to other feedback, `unauthenticated` when the writer no longer exists
     */
    async add(feedback: AuthoredFeedback, writerMustExist: TransactionPart): Promise<void> {
      const put = {
        TableName: tableName,
        Item: feedback,
        ConditionExpression: 'attribute_not_exists(feedbackId)',
      };
      const failed = await writeOrExplain(client, [writerMustExist, { Put: put }]);
      if (failed?.[0]) orSignInAgain(undefined);
      if (failed) await refuseAnother(feedback);
    },

    /**
     * Adds feedback without an author, until it expires. The browser creates an id for each text, so one that exists
     * belongs to the same feedback, and nothing changes, except that an answer without a text gets the one that follows.
     * @param expiration in seconds since 1970
     */
    async addWithoutAuthor(feedback: Omit<Feedback, 'userId'>, expiration: number): Promise<void> {
      const item = { ...feedback, expiration };
      const put = new PutCommand({
        TableName: tableName,
        Item: item,
        ConditionExpression:
          'attribute_not_exists(feedbackId) OR (attribute_exists(manual) AND content = :none AND size(comments) = :zero)',
        ExpressionAttributeValues: { ':none': '', ':zero': 0 },
      });
      await succeeds(client.send(put));
    },

    ofUser: (userId: string): Promise<Feedback[]> =>
      queryAll(client, { tableName, indexName: 'byUser', key: { name: 'userId', value: userId } }),

    /** A page of the feedback of a user. The order of the pages has no meaning. */
    page: (userId: string, cursor: string | undefined, size: number): Promise<ItemPage<Feedback>> =>
      queryPage(client, {
        tableName,
        indexName: 'byUser',
        key: { name: 'userId', value: userId },
        cursor,
        size,
      }),

    async remove(feedbackId: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { feedbackId } }));
    },
  };
}

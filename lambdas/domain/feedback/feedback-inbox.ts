import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Feedback, FeedbackCursor, SeenFeedback } from '../../../contract/records/feedback.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { type FeedbackState, stateAfterAnswer } from '../../../contract/rules/feedback-states.ts';
import { AppError } from '../../platform/app-error.ts';
import { type TransactionPart, updateOf, writeRecorded } from '../../platform/conditional-write.ts';
import { feedbackStore } from './feedback-store.ts';

interface InboxPage {
  state: FeedbackState;
  type?: string | undefined;
  after?: FeedbackCursor | undefined;
}

interface InboxChange {
  feedbackId: string;
  seen: SeenFeedback;
  /** The part of the transaction that adds the audit entry. */
  auditPart: TransactionPart;
}

interface Answer {
  answerId: string;
  at: string;
  actorId: string;
  text: string;
}

/** The Feedback table for the desk. */
export function feedbackInbox(client: DynamoDBDocumentClient, tableName: string) {
  const { find } = feedbackStore(client, tableName);

  /** @throws AppError `not-found` */
  async function get(feedbackId: string): Promise<Feedback> {
    const found = await find(feedbackId);
    if (found) return found;
    throw new AppError('not-found', 'This feedback does not exist. Its author may have deleted the account.');
  }

  async function explainChange(feedbackId: string): Promise<never> {
    const current = await get(feedbackId);
    throw new AppError(
      'aborted',
      `Another admin was faster: this feedback is ${current.state} now, with ${current.comments.length} of our answers. Nothing was changed or sent. An answer that you typed is kept: you find it in its form, under the state “${current.state}”.`,
    );
  }

  /** @returns false when the audit entry already existed, so this is a repeated request */
  async function change(
    { feedbackId, seen, auditPart }: InboxChange,
    update: string,
    values: Record<string, unknown>,
  ): Promise<boolean> {
    const condition = '#state = :seenState AND size(comments) = :seenComments';
    const all = { ...values, seenState: seen.state, seenComments: seen.comments };
    const changed = updateOf(tableName, { feedbackId }, condition, update, all);
    const outcome = await writeRecorded(client, auditPart, { Update: changed });
    return outcome === 'outdated' ? explainChange(feedbackId) : outcome === 'written';
  }

  return {
    get,

    /** A page of the feedback in a state, newest first, and the cursor of the next one. */
    async list({ state, type, after }: InboxPage): Promise<{ feedback: Feedback[]; next?: FeedbackCursor }> {
      const feedback: Feedback[] = [];
      let start: Record<string, unknown> | undefined = after && { ...after, state };
      do {
        const { Items: items = [], LastEvaluatedKey: last } = await client.send(
          new QueryCommand({
            TableName: tableName,
            IndexName: 'byState',
            KeyConditionExpression: '#state = :state',
            ...(type && { FilterExpression: '#type = :type' }),
            ExpressionAttributeNames: { '#state': 'state', ...(type && { '#type': 'type' }) },
            ExpressionAttributeValues: { ':state': state, ...(type && { ':type': type }) },
            ScanIndexForward: false,
            Limit: deskPageSize - feedback.length,
            ExclusiveStartKey: start,
          }),
        );
        feedback.push(...(items as Feedback[]));
        start = last;
      } while (start && feedback.length < deskPageSize);
      if (!start) return { feedback };
      return { feedback, next: { feedbackId: String(start.feedbackId), timestamp: String(start.timestamp) } };
    },

    /**
     * Adds an answer. A repeated request adds none.
     * @throws AppError `aborted` when the feedback has changed since the admin saw it, or the action id belongs to another action
     */
    async answer(target: InboxChange, answer: Answer): Promise<void> {
      const update = 'SET #state = :next, comments = list_append(comments, :answers)';
      const next = stateAfterAnswer(target.seen.state);
      if (await change(target, update, { next, answers: [answer] })) return;
      const current = await find(target.feedbackId);
      const isRepeated = current?.comments.some(
        ({ answerId, text }) => answerId === answer.answerId && text === answer.text,
      );
      if (!isRepeated) throw new AppError('aborted', 'This action was already done with another text.');
    },

    /**
     * Marks feedback as done. A repeated request changes nothing.
     * @throws AppError `aborted` when the feedback has changed since the admin saw it
     */
    async close(target: InboxChange, roadmapItem: string | undefined): Promise<void> {
      const update = `SET #state = :done${roadmapItem ? ', roadmapItem = :roadmapItem' : ''}`;
      const values = { done: 'done', ...(roadmapItem && { roadmapItem }) };
      if (await change(target, update, values)) return;
      const current = await find(target.feedbackId);
      if (current?.state !== 'done')
        throw new AppError('aborted', 'This action was already done to other feedback.');
    },
  };
}

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import type { AuthoredFeedback } from '../../../contract/records/feedback.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from '../users/new-user.ts';
import { userStore } from '../users/user-store.ts';
import { feedbackStore } from './feedback-store.ts';

const { client, names } = testSiteTables('Users', 'Feedback');
const table = feedbackStore(client, names.Feedback);
const writers = userStore(client, names.Users);
const store = {
  ...table,
  add: (feedback: AuthoredFeedback) => table.add(feedback, writers.mustExist(feedback.userId)),
};

beforeAll(async () => {
  for (let count = 1; count <= 7; count++)
    await writers.create(newUser(`user-${count}`, 'ana@example.test', new Date(0)));
});

const feedbackOf = (userId: string, feedbackId: string): AuthoredFeedback => ({
  feedbackId,
  userId,
  type: 'General Feedback',
  content: 'The map could use a scale.',
  timestamp: '2025-09-01T10:00:00.000Z',
  comments: [],
  state: 'open',
});

test('stores feedback unchanged', async () => {
  const feedback = feedbackOf('user-1', 'kept');
  await store.add(feedback);
  expect(await store.find('kept')).toEqual(feedback);
  expect(await store.find('another')).toBeUndefined();
});

test('changes nothing for the same feedback again, even after the team added comments', async () => {
  await store.add(feedbackOf('user-1', 'twice'));
  await client.send(
    new UpdateCommand({
      TableName: names.Feedback,
      Key: { feedbackId: 'twice' },
      UpdateExpression: 'SET comments = :comments',
      ExpressionAttributeValues: { ':comments': ['Planned for 0.5.'] },
    }),
  );
  await store.add({ ...feedbackOf('user-1', 'twice'), timestamp: '2025-09-02T10:00:00.000Z' });
  expect(await store.find('twice')).toEqual({
    ...feedbackOf('user-1', 'twice'),
    comments: ['Planned for 0.5.'],
  });
});

test('stores one of two equal calls at once', async () => {
  const feedback = feedbackOf('user-2', 'at-once');
  await Promise.all([store.add(feedback), store.add(feedback)]);
  expect(await store.ofUser('user-2')).toEqual([feedback]);
});

test.each([
  ['another person', { userId: 'user-4' }],
  ['the same person with another text', { content: 'And a compass.' }],
])('rejects %s under the same id', async (_, change) => {
  const feedback = feedbackOf('user-3', 'existing');
  await store.add(feedback);
  await expect(store.add({ ...feedback, ...change })).rejects.toMatchObject({
    name: 'AppError',
    code: 'aborted',
  });
  expect(await store.find('existing')).toEqual(feedback);
});

test('finds the feedback of a user, and removes it, safe to repeat', async () => {
  await store.add(feedbackOf('user-5', 'one'));
  await store.add(feedbackOf('user-5', 'two'));
  await store.add(feedbackOf('user-6', 'three'));
  expect((await store.ofUser('user-5')).map(({ feedbackId }) => feedbackId)).toEqual(['one', 'two']);
  await store.remove('one');
  await store.remove('one');
  expect((await store.ofUser('user-5')).map(({ feedbackId }) => feedbackId)).toEqual(['two']);
});

test.each(['user-7', 'user-8'])('adds nothing for a user without a record: %s', async (userId) => {
  await writers.remove('user-7', undefined, new Date());
  await expect(store.add(feedbackOf(userId, `of-${userId}`))).rejects.toMatchObject({
    name: 'AppError',
    code: 'unauthenticated',
  });
  expect(await store.find(`of-${userId}`)).toBeUndefined();
});

test('adds feedback without an author once, with the time at which it expires', async () => {
  const { userId: _, ...feedback } = feedbackOf('user-1', 'of-a-reader');
  const manual = { page: 'map', isClear: false };
  await store.addWithoutAuthor({ ...feedback, manual }, 1_800_000_000);
  await store.addWithoutAuthor({ ...feedback, manual: { page: 'map', isClear: true } }, 1_900_000_000);
  expect(await store.find('of-a-reader')).toEqual({ ...feedback, manual, expiration: 1_800_000_000 });
});

test('adds the text that follows an answer without one, and never replaces a text', async () => {
  const { userId: _, ...feedback } = feedbackOf('user-6', 'of-a-counted-reader');
  const manual = { page: 'map', isClear: true } as const;
  const expiration = 1_800_000_000;
  for (const content of ['', 'Where is the scale?', '', 'Something else'])
    await store.addWithoutAuthor({ ...feedback, content, manual }, expiration);
  expect(await store.find('of-a-counted-reader')).toMatchObject({ content: 'Where is the scale?' });
});

test('keeps feedback of a person when a reader uses its id', async () => {
  const feedback = feedbackOf('user-6', 'of-a-person');
  await store.add(feedback);
  const { userId: _, ...other } = { ...feedback, content: 'Overwritten.' };
  await store.addWithoutAuthor(other, 1_800_000_000);
  expect(await store.find('of-a-person')).toEqual(feedback);
});

import { setImmediate } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClosedItems, roadmapItemIds } from '../../../contract/content/roadmap-items.ts';
import { fewestShownVotes } from '../../../contract/rules/roadmap-votes.ts';
import { writeTogether } from '../../platform/conditional-write.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from '../users/new-user.ts';
import { type StoredUser, userStore } from '../users/user-store.ts';
import { changeVote } from './change-vote.ts';
import { voteCounts } from './vote-counts.ts';

vi.mock('../../platform/back-off.ts', () => ({ backOff: () => setImmediate() }));

const [item, other] = roadmapItemIds;
const { client: tables, names } = testSiteTables('Users', 'Feedback');
const users = userStore(tables, names.Users);
const votes = voteCounts(tables, names.Feedback);
const now = new Date('2026-12-01T10:00:00Z');
const at = now.toISOString();
const closed: ClosedItems = { [item]: { day: '2026-11-30', outcome: 'It is in 1.4.' } };

let person = '';
let people = 0;

async function addPerson(): Promise<string> {
  people += 1;
  const userId = `person-${people}`;
  await users.create(newUser(userId, `${userId}@example.test`, now));
  return userId;
}

const readUser = async (userId: string): Promise<StoredUser> => {
  const found = await users.find(userId);
  if (!found) throw new Error('gone');
  return found;
};

function vote(userId: string, isFor: boolean, { voted = item as string, closedItems = {} } = {}) {
  const write = (parts: Parameters<typeof writeTogether>[1]) => writeTogether(tables, parts);
  const dependencies = { users, votes, closedItems, write };
  return changeVote(dependencies, () => readUser(userId), { item: voted, isFor }, now);
}

async function countOf(voted: string): Promise<unknown> {
  const Key = { feedbackId: `votes#${voted}` };
  return (await tables.send(new GetCommand({ TableName: names.Feedback, Key }))).Item?.votes;
}

beforeEach(async () => {
  for (const each of roadmapItemIds)
    await tables.send(
      new PutCommand({ TableName: names.Feedback, Item: { feedbackId: `votes#${each}`, votes: 0 } }),
    );
  person = await addPerson();
});

describe('changeVote', () => {
  it('counts a vote for each item, and takes one of them back', async () => {
    expect((await vote(person, true)).votes).toEqual({ [item]: at });
    await vote(person, true, { voted: other });
    expect([await countOf(item), await countOf(other)]).toEqual([1, 1]);
    expect((await vote(person, false)).votes).toEqual({ [other]: at });
    expect([await countOf(item), await countOf(other)]).toEqual([0, 1]);
    expect((await readUser(person)).votes).toEqual({ [other]: at });
  });

  it('changes nothing when it is repeated, and never counts below zero', async () => {
    for (let time = 0; time < 3; time++) await vote(person, true);
    expect(await countOf(item)).toBe(1);
    for (let time = 0; time < 3; time++) await vote(person, false);
    expect(await countOf(item)).toBe(0);
  });

  it('counts one vote of several requests of a person at the same moment', async () => {
    await Promise.all(Array.from({ length: 4 }, () => vote(person, true)));
    expect(await countOf(item)).toBe(1);
    await Promise.all(Array.from({ length: 4 }, () => vote(person, false)));
    expect(await countOf(item)).toBe(0);
  });

  it('keeps both votes of a person for two items at the same moment', async () => {
    await Promise.all([vote(person, true), vote(person, true, { voted: other })]);
    expect((await readUser(person)).votes).toEqual({ [item]: at, [other]: at });
    expect([await countOf(item), await countOf(other)]).toEqual([1, 1]);
  });

  it('retries when another voter changes the number at the same moment', async () => {
    const write = vi
      .fn<Parameters<typeof changeVote>[0]['write']>()
      .mockResolvedValueOnce(false)
      .mockImplementation((parts) => writeTogether(tables, parts));
    const dependencies = { users, votes, closedItems: {}, write };
    await changeVote(dependencies, () => readUser(person), { item, isFor: true }, now);
    expect(await countOf(item)).toBe(1);
    write.mockResolvedValue(false);
    await expect(
      changeVote(dependencies, () => readUser(person), { item, isFor: false }, now),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(await countOf(item)).toBe(1);
  });

  it('refuses an unknown item and a new vote for a closed one with a sentence, and changes nothing', async () => {
    await expect(vote(person, true, { voted: 'atlantis' })).rejects.toMatchObject({
      code: 'not-found',
      message: 'The roadmap has no such item. Load the page again.',
    });
    await expect(vote(person, true, { closedItems: closed })).rejects.toMatchObject({
      code: 'aborted',
      message: 'This item is closed, so nobody can vote for it any more.',
    });
    expect((await readUser(person)).votes).toBeUndefined();
    expect([await countOf(item), await countOf('atlantis')]).toEqual([0, undefined]);
  });

  it('takes back a vote for a closed item', async () => {
    await vote(person, true);
    expect((await vote(person, false, { closedItems: closed })).votes).toEqual({});
    expect(await countOf(item)).toBe(0);
  });

  it('counts no vote of a person who is deleted at the same moment, and uncounts votes once', async () => {
    await vote(person, true);
    const seen = await readUser(person);
    const uncounted = [votes.change(item, -1)];
    // The person votes again after the deletion has read the record.
    await vote(person, true, { voted: other });
    expect(await users.remove(person, undefined, now, seen.votes, uncounted)).toBe(false);
    const { votes: latest } = await readUser(person);
    const all = Object.keys(latest ?? {}).map((each) => votes.change(each, -1));
    expect(await users.remove(person, undefined, now, latest, all)).toBe(true);
    expect(await users.remove(person, undefined, now, latest, all)).toBe(false);
    expect([await countOf(item), await countOf(other)]).toEqual([0, 0]);
    await expect(vote(person, true)).rejects.toThrow('gone');
    expect(await writeTogether(tables, [users.replaceVotes(seen, {}), votes.change(item, 1)])).toBe(false);
    expect(await countOf(item)).toBe(0);
  });

  it('shows a number from the tenth vote on, and no longer below it', async () => {
    const voters = await Promise.all(Array.from({ length: fewestShownVotes }, addPerson));
    for (const voter of voters.slice(1)) await vote(voter, true);
    expect([await votes.read(item), await votes.readShown()]).toEqual([undefined, {}]);
    await vote(person, true);
    await vote(person, true, { voted: other });
    expect([await votes.read(item), await votes.readShown()]).toEqual([10, { [item]: 10 }]);
    await vote(person, false);
    expect([await votes.read(item), await votes.readShown()]).toEqual([undefined, {}]);
  });
});

import { describe, expect, test } from 'vitest';
import type { StoredOrder } from '../orders/order-store.ts';
import { deleteAccount } from './delete-account.ts';

const userId = 'user-1';

/** Everything stored about two people, and a deletion that can be killed at each of its steps. */
function startWorld() {
  const world = {
    signIns: new Set([userId, 'user-2']),
    records: new Set([userId, 'user-2']),
    openCheckouts: new Set(['cs_1', 'cs_2']),
    /** The owner of each referral code. */
    codes: new Map([
      ['code-1', userId],
      ['code-2', 'user-2'],
    ]),
    feedback: new Map([
      ['feedback-1', userId],
      ['feedback-2', userId],
      ['feedback-3', 'user-2'],
    ]),
    /** The holder of each order; undefined after the deletion. */
    orders: new Map<string, string | undefined>([
      ['order-1', userId],
      ['order-2', userId],
      ['order-3', 'user-2'],
    ]),
    offers: new Set(['order-1', 'order-3']),
    /** The buyer of each order that was passed on. */
    passedOn: new Map<string, string | undefined>([
      ['order-4', userId],
      ['order-3', userId],
    ]),
    codeInRecord: 'code-1' as string | undefined,
    votesInRecord: { marketplace: '2025-09-01T10:00:00Z' } as Record<string, string>,
    /** The number of votes for each item. */
    votes: { marketplace: 2, 'printed-atlas': 1 } as Record<string, number>,
    loggedMails: new Set([userId, 'user-2']),
    mails: [] as string[],
  };
  const ownedBy = (owners: Map<string, string | undefined>, owner: string) =>
    [...owners].flatMap(([id, whose]) => (whose === owner ? [id] : []));

  const steps: string[] = [];
  /** Items that the index does not show yet. It is empty when a run has seen them all. */
  const late: (() => void)[] = [];
  /** Actions of other requests while the checkout is closed. */
  const interruptions: (() => void)[] = [];
  let kill: { step: number; when: 'before' | 'after' } | undefined;
  /** A step at which the run may be killed. */
  const step =
    <Arguments extends unknown[], Result>(name: string, act: (...given: Arguments) => Result) =>
    async (...given: Arguments): Promise<Result> => {
      steps.push(name);
      const dies = (when: 'before' | 'after') => kill?.when === when && kill.step === steps.length;
      if (dies('before')) throw new Error('killed');
      const result = act(...given);
      if (dies('after')) throw new Error('killed');
      return result;
    };

  const dependencies = {
    removeSignIn: step('removeSignIn', (id: string) => void world.signIns.delete(id)),
    closeCheckout: step('closeCheckout', (id: string) => {
      world.openCheckouts.delete(id);
      for (const happen of interruptions.splice(0)) happen();
    }),
    users: {
      find: step('users.find', (id: string) =>
        world.records.has(id)
          ? ({
              checkout: { sessionId: 'cs_1' },
              referralCode: world.codeInRecord,
              votes: world.votesInRecord,
            } as never)
          : undefined,
      ),
      remove: step(
        'users.remove',
        (id: string, code: string | undefined, _now: Date, votes, uncounted: unknown[] = []) => {
          if (world.records.has(id) && code !== world.codeInRecord) return false;
          if (world.records.has(id) && votes !== world.votesInRecord) return false;
          world.records.delete(id);
          for (const item of uncounted) world.votes[String(item)] = (world.votes[String(item)] ?? 0) - 1;
          return true;
        },
      ),
    },
    votes: { change: (item: string) => item as never },
    referrals: {
      remove: step('referrals.remove', (code: string, owner: string) => {
        if (world.codes.get(code) === owner) world.codes.delete(code);
      }),
    },
    feedback: {
      ofUser: step('feedback.ofUser', (id: string) =>
        ownedBy(world.feedback, id).map((feedbackId) => ({ feedbackId }) as never),
      ),
      remove: step('feedback.remove', (id: string) => void world.feedback.delete(id)),
    },
    orders: {
      ofUser: step('orders.ofUser', (id: string) =>
        ownedBy(world.orders, id).map((orderId) => ({ orderId }) as never),
      ),
      forgetHolder: step(
        'orders.forgetHolder',
        ({ orderId }: StoredOrder) => void world.orders.set(orderId, undefined),
      ),
      ofBuyer: step('orders.ofBuyer', (id: string) =>
        ownedBy(world.passedOn, id).map((orderId) => ({ orderId }) as never),
      ),
      forgetBuyer: step('orders.forgetBuyer', (id: string) => void world.passedOn.set(id, undefined)),
    },
    offers: { remove: step('offers.remove', (orderId: string) => void world.offers.delete(orderId)) },
    letIndexesFollow: step('letIndexesFollow', () => {
      for (const appear of late.splice(0)) appear();
    }),
    forgetMails: step('forgetMails', () => void world.loggedMails.delete(userId)),
    // Like `mailOnce`: one email per idempotency key.
    sayGoodbye: step('sayGoodbye', () => {
      if (!world.mails.includes(userId)) world.mails.push(userId);
    }),
    now: new Date('2025-09-01T10:00:00Z'),
  };
  return {
    world,
    late,
    interruptions,
    steps,
    run: (killed?: typeof kill) => {
      steps.length = 0;
      kill = killed;
      return deleteAccount(dependencies, userId);
    },
  };
}

async function undisturbed() {
  const { world, steps, run } = startWorld();
  await run();
  return { world, steps };
}

const kills = (await undisturbed()).steps.flatMap((name, index) =>
  (['before', 'after'] as const).map((when) => ({ when, name, step: index + 1 })),
);

describe('deleting an account', () => {
  test('removes the data of the person, keeps orders without a buyer, and changes no data of other people', async () => {
    const { world } = await undisturbed();
    expect(world).toEqual({
      signIns: new Set(['user-2']),
      records: new Set(['user-2']),
      openCheckouts: new Set(['cs_2']),
      codes: new Map([['code-2', 'user-2']]),
      codeInRecord: 'code-1',
      votesInRecord: expect.anything(),
      votes: { marketplace: 1, 'printed-atlas': 1 },
      feedback: new Map([['feedback-3', 'user-2']]),
      offers: new Set(['order-3']),
      orders: new Map([
        ['order-1', undefined],
        ['order-2', undefined],
        ['order-3', 'user-2'],
      ]),
      passedOn: new Map([
        ['order-4', undefined],
        ['order-3', undefined],
      ]),
      loggedMails: new Set(['user-2']),
      mails: [userId],
    });
  });

  test('begins with the sign-in and ends with the email', async () => {
    const { steps } = await undisturbed();
    expect(steps[0]).toBe('removeSignIn');
    expect(steps.at(-1)).toBe('sayGoodbye');
    expect(steps).toHaveLength(22);
  });

  test('removes a referral code that was created after the record was read', async () => {
    const { world, run, interruptions } = startWorld();
    world.codes.delete('code-1');
    world.codeInRecord = undefined;
    // The record is read before the checkout is closed.
    interruptions.push(() => {
      world.codes.set('code-1', userId);
      world.codeInRecord = 'code-1';
    });
    await run();
    expect(world).toEqual((await undisturbed()).world);
  });

  test('lowers the number of a vote that was added after the record was read', async () => {
    const { world, run, interruptions } = startWorld();
    interruptions.push(() => {
      world.votesInRecord = { ...world.votesInRecord, 'printed-atlas': '2025-09-01T10:00:00Z' };
      world.votes['printed-atlas'] = 2;
    });
    await run();
    expect(world.votes).toEqual({ marketplace: 1, 'printed-atlas': 1 });
  });

  test('finds items written just before the record was removed, although the indexes show them late', async () => {
    const { world, late, run } = startWorld();
    late.push(
      () => void world.feedback.set('feedback-4', userId),
      () => void world.orders.set('order-4', userId),
      () => void world.passedOn.set('order-5', userId),
    );
    await run();
    expect(late).toEqual([]);
    expect([...world.feedback.values()]).toEqual(['user-2']);
    expect(world.orders).toContainEqual(['order-4', undefined]);
    expect(world.passedOn).toContainEqual(['order-5', undefined]);
  });

  test('looks again for items that the indexes show late, although it found none at first', async () => {
    const { world, late, run } = startWorld();
    world.feedback.clear();
    world.orders.clear();
    world.passedOn.clear();
    late.push(() => void world.feedback.set('feedback-4', userId));
    await run();
    expect(late).toEqual([]);
    expect(world.feedback).toEqual(new Map());
  });

  test('continues to look while it finds as many orders as pieces of feedback', async () => {
    const { world, late, run } = startWorld();
    late.push(() => {
      world.feedback.set('feedback-4', userId);
      world.orders.set('order-4', userId);
      late.push(() => void world.feedback.set('feedback-5', userId));
    });
    await run();
    expect(late).toEqual([]);
    expect([...world.feedback.values()]).toEqual(['user-2']);
  });

  test('looks again after it found only purchases that were passed on', async () => {
    const { world, late, run } = startWorld();
    world.feedback.clear();
    world.orders.clear();
    late.push(() => {
      world.passedOn.set('order-5', userId);
      late.push(() => void world.passedOn.set('order-6', userId));
    });
    await run();
    expect(world.passedOn).toContainEqual(['order-6', undefined]);
  });

  test('stops after the fifth read, and does not wait after it', async () => {
    const { world, late, steps, run } = startWorld();
    const again = () => {
      world.feedback.set('feedback-4', userId);
      late.push(again);
    };
    late.push(again);
    await run();
    expect(steps.filter((name) => name === 'feedback.ofUser')).toHaveLength(5);
    expect(steps.filter((name) => name === 'letIndexesFollow')).toHaveLength(4);
  });

  test.each(kills)(
    'has the same result when it is killed $when step $step, $name, and repeated',
    async (kill) => {
      const { world, run } = startWorld();
      await expect(run(kill)).rejects.toThrow('killed');
      await run();
      expect(world).toEqual((await undisturbed()).world);
    },
  );

  test('has the same result when it is killed repeatedly, each time a step later', async () => {
    const { world, run } = startWorld();
    for (const kill of kills) await run(kill).catch(() => {});
    await run();
    expect(world).toEqual((await undisturbed()).world);
  });

  test.each(kills.slice(0, -1))('sends no email when it is killed $when step $step, $name', async (kill) => {
    const { world, run } = startWorld();
    await expect(run(kill)).rejects.toThrow('killed');
    expect(world.mails).toEqual([]);
  });
});

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeDurably } from '../../files/write-durably.ts';
import { openQueueStore, type QueueStore } from './queue-store.ts';

vi.mock('../../files/write-durably.ts', { spy: true });

const queues = [
  {
    name: 'Orders',
    isFifo: false,
    visibilitySeconds: 30,
    deadLetters: { queue: 'OrdersDeadLetters', maxReceives: 2 },
  },
  { name: 'OrdersDeadLetters', isFifo: false, visibilitySeconds: 30 },
  {
    name: 'Members',
    isFifo: true,
    visibilitySeconds: 30,
    deadLetters: { queue: 'MembersDeadLetters', maxReceives: 2 },
  },
  { name: 'MembersDeadLetters', isFifo: true, visibilitySeconds: 30 },
  { name: 'Blog', isFifo: true, visibilitySeconds: 30, deduplicatesByContent: true },
];

let dir: string;
/** Milliseconds since 1970. */
let time: number;
let store: QueueStore;
const open = () => openQueueStore({ dir, queues, now: () => time });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'queues-'));
  time = Date.UTC(2026, 0, 1);
  store = await open();
  return () => rm(dir, { recursive: true });
});

const pass = (seconds: number) => {
  time += seconds * 1000;
};
const sendOrders = async (...bodies: string[]) => {
  for (const body of bodies) await store.send('Orders', { body });
};
/** The body is the group and a number, and the deduplication id too. */
const sendMembers = async (...bodies: string[]) => {
  for (const body of bodies) await sendMember(body);
};
const sendMember = (body: string, deduplicationId = body) =>
  store.send('Members', { body, group: body.charAt(0), deduplicationId });
const receive = (queue: string, max = 10) => store.receive(queue, { max });
const receiveBodies = async (queue: string, max = 10) => (await receive(queue, max)).map(({ body }) => body);
async function receiveOne(queue: string) {
  const [message] = await receive(queue, 1);
  if (!message) throw new Error(`${queue} shows no message.`);
  return message;
}
const bodiesIn = (queue: string) => store.list(queue).map(({ message }) => message.body);
/** Receives the first message as often as allowed, so that the next receiver finds it exhausted. */
async function exhaust(queue: string) {
  for (let attempt = 1; attempt <= 2; attempt++) {
    await receiveOne(queue);
    pass(30);
  }
}

describe('queue store', () => {
  test('returns messages in the order in which they were sent', async () => {
    await sendOrders('one', 'two', 'three');
    expect(await receiveBodies('Orders')).toEqual(['one', 'two', 'three']);
  });

  test('keeps the order when the first message takes longest to write', async () => {
    const { writeDurably: write } = await vi.importActual<typeof import('../../files/write-durably.ts')>(
      '../../files/write-durably.ts',
    );
    vi.mocked(writeDurably).mockImplementationOnce(async (...file) => {
      for (let time = 1; time <= 10; time++) await write(join(dir, 'other'), '');
      await write(...file);
    });
    await Promise.all([store.send('Orders', { body: 'one' }), store.send('Orders', { body: 'two' })]);
    expect(bodiesIn('Orders')).toEqual(['one', 'two']);
  });

  test('returns one message by default, and as many as asked for', async () => {
    await sendOrders('one', 'two', 'three', 'four');
    expect(await store.receive('Orders')).toHaveLength(1);
    expect(await receiveBodies('Orders', 2)).toEqual(['two', 'three']);
  });

  test('says with each message when it was sent and how often it was received', async () => {
    const { messageId } = await store.send('Orders', { body: 'one' });
    pass(1);
    expect(await receiveOne('Orders')).toEqual({
      id: messageId,
      body: 'one',
      sentAt: Date.UTC(2026, 0, 1),
      sequence: 1,
      receives: 1,
      receiptHandle: expect.stringContaining(messageId),
    });
  });

  test.each([
    ['of the queue', undefined, 30],
    ['that the receiver asks for', 120, 120],
  ])('hides a received message for the time %s', async (_, hiddenSeconds, expectedSeconds) => {
    await sendOrders('one');
    await store.receive('Orders', hiddenSeconds === undefined ? {} : { hiddenSeconds });
    pass(expectedSeconds - 1);
    expect(await receive('Orders')).toEqual([]);
    expect(store.list('Orders')).toMatchObject([{ isHidden: true }]);
    pass(1);
    expect(store.list('Orders')).toMatchObject([{ isHidden: false }]);
    expect(await receive('Orders')).toMatchObject([{ body: 'one', receives: 2 }]);
  });

  test('removes a message that its receiver deletes, and ignores the second deletion', async () => {
    await sendOrders('one');
    const received = await receiveOne('Orders');
    for (let time = 1; time <= 2; time++) await store.delete('Orders', received);
    expect(store.list('Orders')).toEqual([]);
  });

  test('ignores the receipt of an earlier receiver', async () => {
    await sendOrders('one');
    const earlier = await receiveOne('Orders');
    pass(30);
    const latest = await receiveOne('Orders');
    await store.delete('Orders', earlier);
    store.changeVisibility('Orders', earlier, 0);
    expect(store.list('Orders')).toMatchObject([{ isHidden: true }]);
    await store.delete('Orders', latest);
    expect(store.list('Orders')).toEqual([]);
  });

  test('shows a message again at the time that its receiver sets', async () => {
    await sendOrders('one');
    const received = await receiveOne('Orders');
    store.changeVisibility('Orders', received, 5);
    pass(4);
    expect(await receive('Orders')).toEqual([]);
    pass(1);
    expect(await receive('Orders')).toHaveLength(1);
  });

  test('says when the next hidden message becomes visible', async () => {
    await sendOrders('one', 'two');
    expect(store.millisecondsUntilNext('Orders')).toBeUndefined();
    await store.receive('Orders', { hiddenSeconds: 60 });
    await store.receive('Orders', { hiddenSeconds: 20 });
    pass(5);
    expect(store.millisecondsUntilNext('Orders')).toBe(15_000);
    pass(15);
    expect(store.millisecondsUntilNext('Orders')).toBe(40_000);
    pass(40);
    expect(store.millisecondsUntilNext('Orders')).toBeUndefined();
  });

  test('calls its listeners when a message may have become visible', async () => {
    const listener = vi.fn<(queue: string) => void>();
    store.onMessage(listener);
    await sendMembers('a1', 'a2');
    expect(listener.mock.calls).toEqual([['Members'], ['Members']]);
    const received = await receiveOne('Members');
    listener.mockClear();
    store.changeVisibility('Members', received, 0);
    expect(listener.mock.calls).toEqual([['Members']]);
    await store.delete('Members', received);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test.each<[string, (name: string) => unknown]>([
    ['send', (name) => store.send(name, { body: '' })],
    ['receive', (name) => store.receive(name)],
    ['list', async (name) => store.list(name)],
    ['millisecondsUntilNext', async (name) => store.millisecondsUntilNext(name)],
    ['redrive', (name) => store.redrive(name)],
  ])('refuses %s for a queue that does not exist', async (_, call) => {
    await expect(call('Other')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

describe('FIFO queue', () => {
  test.each([
    ['Members', {}, 'MissingParameter'],
    ['Members', { group: 'a' }, 'InvalidParameterValue'],
    ['Members', { deduplicationId: '1' }, 'MissingParameter'],
    ['Orders', { deduplicationId: '1' }, 'InvalidParameterValue'],
    ['Orders', { group: 'a', deduplicationId: '1' }, 'InvalidParameterValue'],
  ])(
    'needs a group and a deduplication id, which a standard queue refuses: %s %o',
    async (queue, ids, name) => {
      await expect(store.send(queue, { body: '', ...ids })).rejects.toMatchObject({ name });
      expect(store.list(queue)).toEqual([]);
    },
  );

  test('is the only kind that locks groups', async () => {
    for (const body of ['a1', 'a2']) await store.send('Orders', { body, group: 'a' });
    expect(await receiveBodies('Orders', 1)).toEqual(['a1']);
    expect(await receiveBodies('Orders', 1)).toEqual(['a2']);
  });

  test('returns no other message of a group while one is in flight, but those of other groups', async () => {
    await sendMembers('a1', 'a2', 'b1', 'a3', 'b2', 'c1');
    expect(await receiveBodies('Members', 1)).toEqual(['a1']);
    expect(await receiveBodies('Members', 1)).toEqual(['b1']);
    expect(await receiveBodies('Members')).toEqual(['c1']);
    expect(await receiveBodies('Members')).toEqual([]);
  });

  test('returns the next message of a group once the one in flight is deleted', async () => {
    await sendMembers('a1', 'a2');
    const received = await receiveOne('Members');
    await store.delete('Members', received);
    expect(await receiveBodies('Members')).toEqual(['a2']);
  });

  test('returns the same message first when its time in flight is over', async () => {
    await sendMembers('a1', 'a2');
    await receiveOne('Members');
    pass(30);
    expect(await receiveBodies('Members', 1)).toEqual(['a1']);
    expect(await receiveBodies('Members', 1)).toEqual([]);
  });

  test('gives one receiver several messages of a group, in order', async () => {
    await sendMembers('a1', 'a2', 'b1', 'a3');
    expect(await receiveBodies('Members', 3)).toEqual(['a1', 'a2', 'b1']);
    expect(await receiveBodies('Members')).toEqual([]);
  });

  test('drops a duplicate for five minutes, and returns the id of the first', async () => {
    const first = await sendMember('a1', 'same');
    pass(5 * 60 - 1);
    expect(await sendMember('a2', 'same')).toEqual(first);
    expect(bodiesIn('Members')).toEqual(['a1']);
    pass(1);
    const later = await sendMember('a3', 'same');
    expect(later.messageId).not.toBe(first.messageId);
    expect(bodiesIn('Members')).toEqual(['a1', 'a3']);
  });

  test('takes the same body for a duplicate in a queue that deduplicates by content', async () => {
    for (const body of ['edit 1', 'edit 2', 'edit 1']) await store.send('Blog', { body, group: 'blog' });
    expect(bodiesIn('Blog')).toEqual(['edit 1', 'edit 2']);
    await store.send('Blog', { body: 'edit 1', group: 'blog', deduplicationId: 'another' });
    expect(bodiesIn('Blog')).toEqual(['edit 1', 'edit 2', 'edit 1']);
  });

  test('drops the duplicate of a message that is already deleted', async () => {
    await sendMember('a1', 'same');
    const received = await receiveOne('Members');
    await store.delete('Members', received);
    await sendMember('a2', 'same');
    expect(store.list('Members')).toEqual([]);
  });

  test('stores one of two duplicates that are sent at the same time', async () => {
    const [one, other] = await Promise.all([sendMember('a1', 'same'), sendMember('a2', 'same')]);
    expect(one).toEqual(other);
    expect(bodiesIn('Members')).toEqual(['a1']);
  });

  test('does not take a message for a duplicate of one that was never stored', async () => {
    vi.mocked(writeDurably).mockRejectedValueOnce(new Error('disk full'));
    const results = await Promise.allSettled([sendMember('a1'), sendMember('a1')]);
    expect(results).toMatchObject([{ reason: { message: 'disk full' } }, { status: 'rejected' }]);
    expect(store.list('Members')).toEqual([]);
    await sendMember('a1');
    expect(bodiesIn('Members')).toEqual(['a1']);
  });
});

describe('dead-letter queue', () => {
  test('gets a message that was received too often, as it was sent', async () => {
    const { messageId } = await sendMember('a1');
    await exhaust('Members');
    expect(bodiesIn('MembersDeadLetters')).toEqual([]);
    expect(await receive('Members')).toEqual([]);
    expect(store.list('Members')).toEqual([]);
    expect(store.list('MembersDeadLetters')).toMatchObject([
      { message: { id: messageId, body: 'a1', group: 'a', sentAt: Date.UTC(2026, 0, 1), receives: 0 } },
    ]);
  });

  test('gets no message while its last receiver has it', async () => {
    await sendOrders('one');
    await receiveOne('Orders');
    pass(30);
    await receiveOne('Orders');
    pass(29);
    expect(await receive('Orders')).toEqual([]);
    expect(bodiesIn('OrdersDeadLetters')).toEqual([]);
    pass(1);
    await receive('Orders');
    expect(bodiesIn('OrdersDeadLetters')).toEqual(['one']);
  });

  test('makes room for the next message of the group', async () => {
    await sendMembers('a1', 'a2');
    await exhaust('Members');
    expect(await receiveBodies('Members')).toEqual(['a2']);
  });

  test('gets a message once when two receivers look at the same time', async () => {
    await sendOrders('one');
    await exhaust('Orders');
    await Promise.all([receive('Orders'), receive('Orders')]);
    expect(await readdir(join(dir, 'OrdersDeadLetters'))).toHaveLength(1);
    expect(bodiesIn('OrdersDeadLetters')).toEqual(['one']);
  });

  test('gets a message later when it could not be stored', async () => {
    await sendOrders('one');
    await exhaust('Orders');
    vi.mocked(writeDurably).mockRejectedValueOnce(new Error('disk full'));
    await expect(receive('Orders')).rejects.toThrow('disk full');
    expect(bodiesIn('Orders')).toEqual(['one']);
    await receive('Orders');
    expect([bodiesIn('Orders'), bodiesIn('OrdersDeadLetters')]).toEqual([[], ['one']]);
  });

  test('gives its messages back to their queue, in order and with all attempts before them', async () => {
    await sendOrders('one', 'two');
    for (let attempt = 1; attempt <= 2; attempt++) {
      await receive('Orders');
      pass(30);
    }
    await receive('Orders');
    expect(bodiesIn('OrdersDeadLetters')).toEqual(['one', 'two']);
    expect(await store.redrive('OrdersDeadLetters')).toBe(2);
    expect(bodiesIn('OrdersDeadLetters')).toEqual([]);
    expect(await receive('Orders')).toMatchObject([
      { body: 'one', receives: 1 },
      { body: 'two', receives: 1 },
    ]);
  });

  test('gives each message back once when it is asked twice at the same time', async () => {
    await sendOrders('one');
    await exhaust('Orders');
    await receive('Orders');
    const counts = await Promise.all([
      store.redrive('OrdersDeadLetters'),
      store.redrive('OrdersDeadLetters'),
    ]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(await readdir(join(dir, 'Orders'))).toHaveLength(1);
  });

  test('loses no message that it gives back while the message still arrives', async () => {
    await sendOrders('one');
    await exhaust('Orders');
    const redriven = Promise.withResolvers<void>();
    // Called when the dead-letter queue has the message and its queue has it, too.
    store.onMessage((queue) => {
      if (queue === 'OrdersDeadLetters') redriven.resolve(store.redrive(queue).then(() => {}));
    });
    await receive('Orders');
    await redriven.promise;
    expect([bodiesIn('Orders'), bodiesIn('OrdersDeadLetters')]).toEqual([[], ['one']]);
    expect(await store.redrive('OrdersDeadLetters')).toBe(1);
    expect(bodiesIn('Orders')).toEqual(['one']);
  });

  test('gives a message that was sent to it to a named queue only', async () => {
    await store.send('OrdersDeadLetters', { body: 'one' });
    expect(await store.redrive('OrdersDeadLetters')).toBe(0);
    expect(bodiesIn('OrdersDeadLetters')).toEqual(['one']);
    expect(await store.redrive('OrdersDeadLetters', 'Orders')).toBe(1);
    expect([bodiesIn('Orders'), bodiesIn('OrdersDeadLetters')]).toEqual([['one'], []]);
  });

  test('is the only kind of queue that can be redriven', async () => {
    await expect(store.redrive('Orders')).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });
});

describe('reopened queue store', () => {
  const reopen = async () => {
    store = await open();
  };

  test('has all messages in their order, visible, with their groups', async () => {
    await sendMembers('a1', 'b1', 'a2');
    const before = store.list('Members').map(({ message: { receives: _, ...message } }) => message);
    await store.receive('Members', { hiddenSeconds: 600 });
    await reopen();
    expect(store.list('Members')).toMatchObject(before.map((message) => ({ message, isHidden: false })));
    await sendMembers('a3');
    expect(bodiesIn('Members')).toEqual(['a1', 'b1', 'a2', 'a3']);
    await reopen();
    expect(bodiesIn('Members')).toEqual(['a1', 'b1', 'a2', 'a3']);
    expect(await receiveBodies('Members', 1)).toEqual(['a1']);
    expect(await receiveBodies('Members', 1)).toEqual(['b1']);
  });

  test('does not have what was deleted', async () => {
    await sendOrders('one', 'two');
    const received = await receiveOne('Orders');
    await store.delete('Orders', received);
    await reopen();
    expect(bodiesIn('Orders')).toEqual(['two']);
  });

  test('counts on from the attempts of before', async () => {
    await sendOrders('one');
    await exhaust('Orders');
    await reopen();
    expect(await receive('Orders')).toEqual([]);
    expect(bodiesIn('OrdersDeadLetters')).toEqual(['one']);
  });

  test('ignores what a crash left half written', async () => {
    await sendOrders('one');
    const [file = ''] = await readdir(join(dir, 'Orders'));
    const next = file.replace('000000000001', '000000000002');
    await writeFile(join(dir, 'Orders', `${next}.4711.abc.tmp`), '{"id":"1","bo');
    await reopen();
    expect(bodiesIn('Orders')).toEqual(['one']);
    await sendOrders('two');
    await reopen();
    expect(bodiesIn('Orders')).toEqual(['one', 'two']);
  });

  test('completes a move that a crash interrupted, without a second copy', async () => {
    await sendOrders('one');
    await exhaust('Orders');
    const [file = ''] = await readdir(join(dir, 'Orders'));
    const path = join(dir, 'Orders', file);
    const content = await readFile(path, 'utf8');
    await receive('Orders');
    // The move ends with the removal of this file. After a crash before that, it is still there.
    await writeFile(path, content);
    await reopen();
    expect([bodiesIn('Orders'), bodiesIn('OrdersDeadLetters')]).toEqual([['one'], ['one']]);
    await receive('Orders');
    expect(bodiesIn('Orders')).toEqual([]);
    expect(await readdir(join(dir, 'OrdersDeadLetters'))).toHaveLength(1);
  });
});

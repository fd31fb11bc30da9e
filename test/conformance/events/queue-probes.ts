import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SendMessageCommandOutput,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { QueueDescription } from '../../../local/fakes/sqs/queue-store.ts';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import type { ComparableQueues } from './comparable-queues.ts';

type SentMessage = Omit<SendMessageCommandInput, 'QueueUrl'>;

type MetadataOnly = Pick<SendMessageCommandOutput, '$metadata'>;

/** One queue of a probe. */
interface Queue {
  queues: ComparableQueues;
  /** The name of the queue, and the beginning of the name of its dead-letter queue. */
  name: string;
  send(message: SentMessage): Promise<SendMessageCommandOutput>;
  receive(
    options?: Omit<ReceiveMessageCommandInput, 'QueueUrl'>,
  ): Promise<{ body: string; receipt: string }[]>;
  delete(receipt: string): Promise<MetadataOnly>;
  show(receipt: string, VisibilityTimeout?: number): Promise<MetadataOnly>;
}

type Kind = 'standard' | 'fifo' | 'by-content';

interface QueueProbe {
  name: string;
  kind: Kind;
  run(queue: Queue): Promise<unknown>;
}

const inGroup = (MessageGroupId: string, MessageBody: string, id = MessageBody): SentMessage => ({
  MessageGroupId,
  MessageBody,
  MessageDeduplicationId: id,
});
const bodies = (messages: { body: string }[]) => messages.map(({ body }) => body);

const queueSteps: QueueProbe[] = [
  {
    name: 'SendMessage',
    kind: 'standard',
    run: ({ send }) => shapeOfAnswer(send({ MessageBody: 'a' })),
  },
  {
    name: 'SendMessage',
    kind: 'fifo',
    run: ({ send }) => shapeOfAnswer(send(inGroup('one', 'a'))),
  },
  {
    name: 'SendMessage: without a group',
    kind: 'fifo',
    run: ({ send }) => shapeOfAnswer(send({ MessageBody: 'a', MessageDeduplicationId: 'a' })),
  },
  {
    name: 'SendMessage: without a deduplication id',
    kind: 'fifo',
    run: ({ send }) => shapeOfAnswer(send({ MessageBody: 'a', MessageGroupId: 'one' })),
  },
  {
    name: 'SendMessage: with a deduplication id',
    kind: 'standard',
    run: ({ send }) => shapeOfAnswer(send({ MessageBody: 'a', MessageDeduplicationId: 'a' })),
  },
  {
    name: 'SendMessage: with a group',
    kind: 'standard',
    run: ({ send }) => shapeOfAnswer(send({ MessageBody: 'a', MessageGroupId: 'one' })),
  },
  {
    name: 'SendMessage: unknown queue',
    kind: 'standard',
    run: ({ queues: { sqs, urlOf } }) =>
      shapeOfAnswer(sqs.send(new SendMessageCommand({ QueueUrl: urlOf('unknown'), MessageBody: 'a' }))),
  },
  {
    name: 'drops a message with the same id',
    kind: 'fifo',
    async run({ send, receive }) {
      const first = await send(inGroup('one', 'a', 'same'));
      const second = await send(inGroup('one', 'b', 'same'));
      return { isSame: first.MessageId === second.MessageId, received: bodies(await receive()) };
    },
  },
  {
    name: 'drops a message with the same id in another group',
    kind: 'fifo',
    async run({ send, receive }) {
      await send(inGroup('one', 'a', 'same'));
      await send(inGroup('two', 'b', 'same'));
      return bodies(await receive());
    },
  },
  {
    name: 'keeps a message with the same content and another id',
    kind: 'by-content',
    async run({ send, receive }) {
      await send(inGroup('one', 'a', 'first'));
      await send(inGroup('one', 'a', 'second'));
      return bodies(await receive());
    },
  },
  {
    name: 'drops a message with the same content',
    kind: 'by-content',
    async run({ send, receive }) {
      for (const MessageBody of ['a', 'a', 'b']) await send({ MessageBody, MessageGroupId: 'one' });
      return bodies(await receive());
    },
  },
  {
    name: 'drops a message with the deduplication id of a deleted one',
    kind: 'fifo',
    async run({ send, receive, ...queue }) {
      await send(inGroup('one', 'a'));
      for (const { receipt } of await receive()) await queue.delete(receipt);
      await send(inGroup('one', 'a'));
      return bodies(await receive());
    },
  },
  {
    name: 'receives a group in order',
    kind: 'fifo',
    async run({ send, receive }) {
      for (const body of ['a', 'b', 'c']) await send(inGroup('one', body));
      return bodies(await receive());
    },
  },
  {
    name: 'locks the group of a received message',
    kind: 'fifo',
    async run({ send, receive }) {
      for (const body of ['a', 'b']) await send(inGroup('one', body));
      await send(inGroup('two', 'c'));
      const first = await receive({ MaxNumberOfMessages: 1 });
      return [bodies(first), bodies(await receive())];
    },
  },
  {
    name: 'unlocks the group of a deleted message',
    kind: 'fifo',
    async run({ send, receive, ...queue }) {
      for (const body of ['a', 'b']) await send(inGroup('one', body));
      for (const { receipt } of await receive({ MaxNumberOfMessages: 1 })) await queue.delete(receipt);
      return bodies(await receive());
    },
  },
  {
    name: 'shows a message again at its place',
    kind: 'fifo',
    async run({ send, receive, show }) {
      for (const body of ['a', 'b']) await send(inGroup('one', body));
      for (const { receipt } of await receive({ MaxNumberOfMessages: 1 })) await show(receipt);
      return bodies(await receive());
    },
  },
  {
    name: 'hides a received message',
    kind: 'standard',
    async run({ send, receive }) {
      await send({ MessageBody: 'a' });
      return [bodies(await receive()), bodies(await receive())];
    },
  },
  {
    name: 'shows a message that is not hidden any longer',
    kind: 'standard',
    async run({ send, receive }) {
      await send({ MessageBody: 'a' });
      return [bodies(await receive({ VisibilityTimeout: 0 })), bodies(await receive())];
    },
  },
  {
    name: 'ReceiveMessage',
    kind: 'standard',
    async run({ send, name, queues: { sqs, urlOf } }) {
      await send({ MessageBody: 'a' });
      const asked = { QueueUrl: urlOf(name), MessageSystemAttributeNames: ['SentTimestamp' as const] };
      return shapeOfAnswer(sqs.send(new ReceiveMessageCommand(asked)));
    },
  },
  {
    name: 'ReceiveMessage: attributes that were not asked for',
    kind: 'standard',
    async run({ send, name, queues: { sqs, urlOf } }) {
      await send({ MessageBody: 'a' });
      return shapeOfAnswer(sqs.send(new ReceiveMessageCommand({ QueueUrl: urlOf(name) })));
    },
  },
  {
    name: 'ReceiveMessage: empty queue',
    kind: 'standard',
    run: ({ name, queues: { sqs, urlOf } }) =>
      shapeOfAnswer(sqs.send(new ReceiveMessageCommand({ QueueUrl: urlOf(name) }))),
  },
  {
    name: 'DeleteMessage: again',
    kind: 'standard',
    async run({ send, receive, ...queue }) {
      await send({ MessageBody: 'a' });
      const [{ receipt = '' } = {}] = await receive();
      await queue.delete(receipt);
      return shapeOfAnswer(queue.delete(receipt));
    },
  },
  {
    name: 'DeleteMessage: invalid receipt',
    kind: 'standard',
    run: (queue) => shapeOfAnswer(queue.delete('invalid')),
  },
  {
    name: 'DeleteMessage: receipt of an earlier receive',
    kind: 'standard',
    async run({ send, receive, ...queue }) {
      await send({ MessageBody: 'a' });
      const [{ receipt = '' } = {}] = await receive({ VisibilityTimeout: 0 });
      await receive({ VisibilityTimeout: 0 });
      return [await shapeOfAnswer(queue.delete(receipt)), bodies(await receive())];
    },
  },
  {
    name: 'ChangeMessageVisibility: invalid receipt',
    kind: 'standard',
    run: ({ show }) => shapeOfAnswer(show('invalid')),
  },
  {
    name: 'ChangeMessageVisibility: deleted message',
    kind: 'standard',
    async run({ send, receive, show, ...queue }) {
      await send({ MessageBody: 'a' });
      const [{ receipt = '' } = {}] = await receive();
      await queue.delete(receipt);
      return shapeOfAnswer(show(receipt));
    },
  },
  {
    name: 'GetQueueAttributes: counts',
    kind: 'standard',
    async run({ send, receive, name, queues: { sqs, urlOf } }) {
      for (const MessageBody of ['a', 'b', 'c']) await send({ MessageBody });
      await receive({ MaxNumberOfMessages: 1 });
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: urlOf(name),
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
        }),
      );
      return Attributes;
    },
  },
  {
    name: 'GetQueueAttributes: unknown queue',
    kind: 'standard',
    run: ({ queues: { sqs, urlOf } }) =>
      shapeOfAnswer(
        sqs.send(new GetQueueAttributesCommand({ QueueUrl: urlOf('unknown'), AttributeNames: ['QueueArn'] })),
      ),
  },
  ...(['standard', 'fifo'] as const).map(
    (kind): QueueProbe => ({
      name: 'moves a message to the dead-letter queue after two receives',
      kind,
      async run({ send, receive, name, queues: { sqs, urlOf } }) {
        await send(kind === 'fifo' ? inGroup('one', 'a') : { MessageBody: 'a' });
        const received = [];
        for (let time = 0; time < 3; time++) received.push(bodies(await receive({ VisibilityTimeout: 0 })));
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: urlOf(deadLettersOf(name)),
          }),
        );
        return { received, dead: Messages.map(({ Body }) => Body) };
      },
    }),
  ),
  {
    name: 'StartMessageMoveTask',
    kind: 'standard',
    run: ({ name, queues: { sqs, arnOf } }) =>
      shapeOfAnswer(sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arnOf(deadLettersOf(name)) }))),
  },
];

const deadLettersOf = (name: string) => name.replace(/(\.fifo)?$/, '-dead$1');

/** Each probe has its own queue, so that earlier ones do not affect it. */
const prepared = queueSteps.map((step, index) => ({
  ...step,
  queue: `queue-${index}${step.kind === 'standard' ? '' : '.fifo'}`,
}));

export const queuesOfProbes: QueueDescription[] = prepared.flatMap(({ queue, kind }) => {
  const settings = { isFifo: kind !== 'standard', visibilitySeconds: 30 };
  const deadLetters = { queue: deadLettersOf(queue), maxReceives: 2 };
  return [
    { name: deadLetters.queue, ...settings },
    { name: queue, ...settings, deduplicatesByContent: kind === 'by-content', deadLetters },
  ];
});

export const queueProbes: Probe<ComparableQueues>[] = prepared.map(({ name, kind, queue, run }) => ({
  name: `${kind} queue: ${name}`,
  run(queues) {
    const { sqs, urlOf } = queues;
    const QueueUrl = urlOf(queue);
    return run({
      queues,
      name: queue,
      send: (message) => sqs.send(new SendMessageCommand({ QueueUrl, ...message })),
      async receive(options) {
        const asked = { QueueUrl, MaxNumberOfMessages: 10, ...options };
        const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(asked));
        return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }));
      },
      delete: (ReceiptHandle) => sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
      show: (ReceiptHandle, VisibilityTimeout = 0) =>
        sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout })),
    });
  },
}));

import type { Comparison } from '../comparison.ts';
import { installMoto, motoName } from '../install-moto.ts';
import { type ComparableQueues, startMotoQueues, startOurQueues } from './comparable-queues.ts';
import { queueProbes, queuesOfProbes } from './queue-probes.ts';

const api = (operation: string) =>
  `https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_${operation}.html`;

export const queuesMoto: Comparison<ComparableQueues> = {
  other: `queues of ${motoName}`,
  install: installMoto,
  startOurs: () => startOurQueues(queuesOfProbes),
  startOther: () => startMotoQueues(queuesOfProbes),
  probes: queueProbes,
  explained: [
    {
      probes: ['standard queue: SendMessage: with a deduplication id'],
      right: 'ours',
      why: 'A deduplication id is for FIFO queues only.',
      source: api('SendMessage'),
    },
    {
      probes: ['fifo queue: drops a message with the same id'],
      right: 'both',
      why: 'SQS accepts a duplicate without delivering it. The document does not say which message id it returns.',
      source: api('SendMessage'),
    },
    {
      probes: ['fifo queue: drops a message that was deleted meanwhile'],
      right: 'ours',
      why: 'SQS keeps a deduplication id after the message was received and deleted.',
      source:
        'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagededuplicationid-property.html',
    },
    {
      probes: ['standard queue: ChangeMessageVisibility: deleted message'],
      right: 'ours',
      why: 'The receipt is valid, but the message is not in flight.',
      source: api('ChangeMessageVisibility'),
    },
    {
      probes: ['standard queue: StartMessageMoveTask'],
      right: 'ours',
      why: 'Not compared: Moto does not implement StartMessageMoveTask.',
      source: api('StartMessageMoveTask'),
    },
  ],
};

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
      probes: { 'standard queue: SendMessage: with a deduplication id': '419f12e1' },
      right: 'both',
      why: 'MessageDeduplicationId applies only to FIFO queues. AWS does not document the answer of a standard queue.',
      source: api('SendMessage'),
    },
    {
      probes: { 'fifo queue: drops a message with the same id': '35deb7a1' },
      right: 'both',
      why: 'SQS accepts a duplicate and does not deliver it. AWS does not document which message id it returns.',
      source: api('SendMessage'),
    },
    {
      probes: { 'fifo queue: drops a message with the deduplication id of a deleted one': 'b4ad404f' },
      right: 'ours',
      why: 'SQS keeps a deduplication id after the message was received and deleted.',
      source:
        'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagededuplicationid-property.html',
    },
    {
      probes: { 'standard queue: ChangeMessageVisibility: deleted message': '40f58b5b' },
      right: 'ours',
      why: 'SQS answers that the message does not exist (InvalidParameterValue), although AWS documents MessageNotInflight and ReceiptHandleIsInvalid.',
      source: 'https://github.com/aws/aws-sdk-net/issues/1927',
    },
    {
      probes: { 'standard queue: StartMessageMoveTask': '4eda7118' },
      right: 'not compared',
      why: 'moto does not implement StartMessageMoveTask.',
      source: api('StartMessageMoveTask'),
    },
  ],
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { openQueueStore, type QueueDescription } from '../../../local/fakes/sqs/queue-store.ts';
import type { Started } from '../comparison.ts';
import { startMoto, testClientConfig } from '../install-moto.ts';
import { startOurServices } from '../our-services.ts';

export interface ComparableQueues {
  sqs: SQSClient;
  urlOf(queue: string): string;
  arnOf(queue: string): string;
}

export async function startOurQueues(queues: QueueDescription[]): Promise<Started<ComparableQueues>> {
  const dir = await mkdtemp(join(tmpdir(), 'conformance-queues-'));
  const services = await startOurServices({ queues: await openQueueStore({ dir, queues }) });
  const sqs = new SQSClient(testClientConfig(services.endpoint));
  return {
    service: {
      sqs,
      urlOf: (queue) => `${services.endpoint}/${queue}`,
      arnOf: (queue) => `arn:aws:sqs:us-east-1:000000000000:${queue}`,
    },
    async stop() {
      await services.close();
      await rm(dir, { recursive: true });
    },
  };
}

export async function startMotoQueues(queues: QueueDescription[]): Promise<Started<ComparableQueues>> {
  const { url, stop } = await startMoto();
  const sqs = new SQSClient(testClientConfig(url));
  const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:123456789012:${queue}`;
  const urls = new Map<string, string>();
  // A dead-letter queue exists before the queue that names it.
  const sorted = queues.toSorted((a, b) => Number(Boolean(a.deadLetters)) - Number(Boolean(b.deadLetters)));
  for (const { name, isFifo, deduplicatesByContent, visibilitySeconds, deadLetters } of sorted) {
    const Attributes = {
      VisibilityTimeout: String(visibilitySeconds),
      ...(isFifo && {
        FifoQueue: 'true',
        ContentBasedDeduplication: String(deduplicatesByContent ?? false),
      }),
      ...(deadLetters && {
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: arnOf(deadLetters.queue),
          maxReceiveCount: deadLetters.maxReceives,
        }),
      }),
    };
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }));
    urls.set(name, QueueUrl);
  }
  return {
    service: { sqs, urlOf: (queue) => urls.get(queue) ?? `${url}/123456789012/${queue}`, arnOf },
    stop,
  };
}

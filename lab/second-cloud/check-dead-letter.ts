import { randomUUID } from 'node:crypto';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { contactSubmitted } from '../../contract/events/events.ts';
import { publishEvent } from '../../lambdas/platform/publish-event.ts';
import { stages } from '../../lib/stages.ts';
import { until } from '../../scripts/commands/smoke/until.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { mailsTo } from '../../test/person.ts';
import { runTeamCommand } from '../../test/team-command.ts';
import type { SecondCloud } from './open-second-cloud.ts';
import type { Deployed } from './read-deployed.ts';

const consumer = 'mailer';

/**
 * Breaks the function that sends emails, publishes an event, and waits until the team's command shows it as a dead letter. Then it repairs the
 * function, and sends the dead letter back. During this check, the queue gives up after two attempts, a second apart, instead of an hour.
 * @throws Error when a step has no effect
 */
export async function checkDeadLetter(
  { ministack, site, dir }: SecondCloud,
  deployed: Deployed,
): Promise<void> {
  const lambda = new LambdaClient(localClient(ministack.endpoint));
  const FunctionName = deployed.functionNamed(consumer);
  const { Environment: before } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const setSender = (address: string | undefined) => {
    const Environment = { Variables: { ...before?.Variables, ...(address && { SENDER_ADDRESS: address }) } };
    return lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment }));
  };
  const countDeadLetters = async () => {
    const queues: Record<string, string[]> = await (
      await fetch(`${site.url}/__local/dead-letters.json`)
    ).json();
    return Object.entries(queues).flatMap(([name, letters]) => (name.includes(consumer) ? letters : []))
      .length;
  };
  const message = `Hello, ${randomUUID()}`;

  const sqs = new SQSClient(localClient(ministack.endpoint));
  const queue = deployed.deadLetterQueues.find((each) => each.consumer === consumer);
  if (!queue?.sourceQueueUrl) throw new Error(`${consumer} has no queue.`);
  const restoreQueue = await makeImpatient(sqs, queue.sourceQueueUrl);
  await setSender('unverified@elsewhere.example');
  const client = new EventBridgeClient(localClient(ministack.endpoint));
  await publishEvent({ client, name: deployed.output('EventBus') }, contactSubmitted, detailAbout(message));
  await until({ what: 'dead letter' }, async () => (await countDeadLetters()) === 1);
  await setSender(undefined);
  await restoreQueue();
  const { output } = await runTeamCommand(dir, 'scripts/commands/redrive.ts', 'list', consumer);
  if (!output.startsWith(`${consumer}: 1 waiting: ${contactSubmitted.type}`))
    throw new Error(`The command does not show the dead letter: ${output}`);
  await moveBack(sqs, queue.queueUrl, queue.sourceQueueUrl);
  await until({ what: 'message in the mailbox of the team' }, async () =>
    (await mailsTo(site.url, stages.dev.teamAddress)).some(({ text }) => text.includes(message)),
  );
  if ((await countDeadLetters()) > 0) throw new Error('The dead letter is still there.');
}

/** Shortens the retries of the queue, and returns what restores them. */
async function makeImpatient(sqs: SQSClient, QueueUrl: string): Promise<() => Promise<unknown>> {
  const { Attributes: { RedrivePolicy = '', VisibilityTimeout = '' } = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy', 'VisibilityTimeout'] }),
  );
  const set = (Attributes: Record<string, string>) =>
    sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  const shortened = { ...JSON.parse(RedrivePolicy), maxReceiveCount: 2 };
  await set({ RedrivePolicy: JSON.stringify(shortened), VisibilityTimeout: '1' });
  return () => set({ RedrivePolicy, VisibilityTimeout });
}

/** Replaces `npm run redrive`, because MiniStack has no StartMessageMoveTask. */
async function moveBack(sqs: SQSClient, from: string, to: string): Promise<void> {
  const { Messages: messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: from }));
  for (const { Body, ReceiptHandle } of messages) {
    await sqs.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body }));
    await sqs.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
  }
}

const detailAbout = (message: string) => ({
  messageId: randomUUID(),
  submittedAt: new Date().toISOString(),
  name: 'Ana',
  email: 'ana@example.test',
  message,
});

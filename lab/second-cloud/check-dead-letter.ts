import { randomUUID } from 'node:crypto';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
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
 * Breaks the function that sends emails, publishes an event, and waits until it is a dead letter. Then it repairs the function, and sends the
 * dead letter back with the team's command. For this check, the queue gives up after two attempts, a second apart, instead of an hour.
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

  const restoreQueue = await makeImpatient(new SQSClient(localClient(ministack.endpoint)), deployed);
  await setSender('unverified@elsewhere.example');
  const client = new EventBridgeClient(localClient(ministack.endpoint));
  await publishEvent({ client, name: deployed.output('EventBus') }, contactSubmitted, detailAbout(message));
  await until({ what: 'dead letter' }, async () => (await countDeadLetters()) === 1);
  await setSender(undefined);
  await restoreQueue();
  const { code, output } = await runTeamCommand(dir, 'scripts/commands/redrive.ts', consumer);
  if (code !== 0) throw new Error(`The dead letter was not sent back: ${output}`);
  await until({ what: 'message in the mailbox of the team' }, async () =>
    (await mailsTo(site.url, stages.dev.teamAddress)).some(({ text }) => text.includes(message)),
  );
  if ((await countDeadLetters()) > 0) throw new Error('The dead letter is still there.');
}

/** Shortens the retries of the queue, and returns what restores them. */
async function makeImpatient(
  sqs: SQSClient,
  { deadLetterQueues }: Deployed,
): Promise<() => Promise<unknown>> {
  const QueueUrl = deadLetterQueues.find((queue) => queue.consumer === consumer)?.sourceQueueUrl;
  const { Attributes: { RedrivePolicy = '', VisibilityTimeout = '' } = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy', 'VisibilityTimeout'] }),
  );
  const set = (Attributes: Record<string, string>) =>
    sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  const shortened = { ...JSON.parse(RedrivePolicy), maxReceiveCount: 2 };
  await set({ RedrivePolicy: JSON.stringify(shortened), VisibilityTimeout: '1' });
  return () => set({ RedrivePolicy, VisibilityTimeout });
}

const detailAbout = (message: string) => ({
  messageId: randomUUID(),
  submittedAt: new Date().toISOString(),
  name: 'Ana',
  email: 'ana@example.test',
  message,
});

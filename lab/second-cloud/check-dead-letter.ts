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
import type { Ministack } from './start-ministack.ts';

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
  const message = randomUUID();
  const restoreQueue = await makeImpatient(new SQSClient(localClient(ministack.endpoint)), deployed);
  const repair = await breakMailer(ministack, deployed);
  const client = new EventBridgeClient(localClient(ministack.endpoint));
  const bus = { connect: async () => client, name: deployed.output('EventBus') };
  await publishEvent(bus, contactSubmitted, contactDetail(message));
  await until({ what: 'dead letter' }, async () => (await countDeadLetters(site.url)) === 1);
  await repair();
  await restoreQueue();
  const { code, output } = await runTeamCommand(dir, 'scripts/commands/redrive.ts', consumer);
  if (code !== 0) throw new Error(`The dead letter was not sent back: ${output}`);
  await untilTeamHas(site.url, message);
  if ((await countDeadLetters(site.url)) > 0) throw new Error('The dead letter is still there.');
}

/**
 * Gives the function that sends emails a sender that SES rejects.
 * @returns what repairs the function
 */
export async function breakMailer(
  { endpoint }: Ministack,
  { functionNamed }: Deployed,
): Promise<() => Promise<unknown>> {
  const lambda = new LambdaClient(localClient(endpoint));
  const FunctionName = functionNamed(consumer);
  const { Environment: before } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const setVariables = (Variables: Record<string, string> | undefined) =>
    lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
  await setVariables({ ...before?.Variables, SENDER_ADDRESS: 'unverified@elsewhere.example' });
  return () => setVariables(before?.Variables);
}

/** The number of dead letters of the function that sends emails. */
export async function countDeadLetters(siteUrl: string): Promise<number> {
  const queues: Record<string, string[]> = await (await fetch(`${siteUrl}/__local/dead-letters.json`)).json();
  return Object.entries(queues).flatMap(([name, messages]) => (name.includes(consumer) ? messages : []))
    .length;
}

/** Waits until the team has the email about a message of the contact form. */
export const untilTeamHas = (siteUrl: string, message: string) =>
  until({ what: 'message in the mailbox of the team' }, async () =>
    (await mailsTo(siteUrl, stages.dev.teamAddress)).some(({ text }) => text.includes(message)),
  );

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

/** The detail of an event about a message of the contact form. */
export const contactDetail = (message: string) => ({
  messageId: randomUUID(),
  submittedAt: new Date().toISOString(),
  name: 'Ana',
  email: 'ana@example.test',
  message,
});

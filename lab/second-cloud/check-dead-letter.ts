import { randomUUID } from 'node:crypto';
import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { contactSubmitted } from '../../contract/events/events.ts';
import { stages } from '../../lib/stages.ts';
import { until } from '../../scripts/commands/smoke/until.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { mailsTo } from '../../test/person.ts';
import { runTeamCommand } from '../../test/team-command.ts';
import type { SecondCloud } from './open-second-cloud.ts';
import type { Deployed } from './read-deployed.ts';

const consumer = 'mailer';

/**
 * Breaks the function that sends emails, and invokes it asynchronously like EventBridge on AWS, so that Lambda retries a failed
 * event. MiniStack's EventBridge does not. This check waits until the event is a dead letter, repairs the function, and sends the dead
 * letter back with the team's command.
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

  await setSender('unverified@elsewhere.example');
  const Payload = JSON.stringify(eventAbout(message));
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  await until({ what: 'dead letter' }, async () => (await countDeadLetters()) === 1);
  await setSender(undefined);
  const { code, output } = await runTeamCommand(dir, 'scripts/commands/redrive.ts', consumer);
  if (code !== 0) throw new Error(`The dead letter was not sent back: ${output}`);
  await until({ what: 'message in the mailbox of the team' }, async () =>
    (await mailsTo(site.url, stages.dev.teamAddress)).some(({ text }) => text.includes(message)),
  );
  if ((await countDeadLetters()) > 0) throw new Error('The dead letter is still there.');
}

const eventAbout = (message: string) => ({
  id: randomUUID(),
  source: contactSubmitted.source,
  'detail-type': contactSubmitted.type,
  time: new Date().toISOString(),
  detail: {
    messageId: randomUUID(),
    submittedAt: new Date().toISOString(),
    name: 'Ana',
    email: 'ana@example.test',
    message,
  },
});

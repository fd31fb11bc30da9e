import type { RequestListener } from 'node:http';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { EventApi } from '../../local/fakes/appsync/event-api.ts';
import type { Mailbox } from '../../local/fakes/ses/mailbox.ts';
import { readBulkEmail, type SendBulkEmailRequest } from '../../local/fakes/ses/read-bulk-email.ts';
import { readEmail, type SendEmailRequest } from '../../local/fakes/ses/read-email.ts';
import { readBody } from '../../local/server/read-body.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { type Answer, callMinistack, respond, withoutConnection } from './call-ministack.ts';
import type { openUserPool } from './ministack-user-pool.ts';

interface Services {
  port: number;
  /** The names of the tables on the second cloud, by those on the local cloud. */
  tables: Map<string, string>;
  mailbox: Mailbox;
  askUserPool: ReturnType<typeof openUserPool>;
  doorbell: EventApi;
}

/**
 * The services of AWS for commands, specs, and partly for functions. They are MiniStack's, with these differences: the user pool invokes its
 * triggers, emails are recorded, SQS moves dead letters, tables also have the names that they have on the local cloud, and our fake replaces
 * AppSync Events.
 */
export function serveServices({ port, tables, mailbox, askUserPool, doorbell }: Services): RequestListener {
  async function answer(
    method: string,
    path: string,
    headers: Answer['headers'],
    body: Buffer,
  ): Promise<Answer> {
    const target = String(headers['x-amz-target']);
    if (target.startsWith('AWSCognitoIdentityProviderService.')) return askUserPool(target, headers, body);
    if (path === '/event') {
      const published = doorbell.publish(JSON.parse(body.toString()));
      return { status: published.status, headers: {}, body: Buffer.from(JSON.stringify(published.body)) };
    }
    if (target === 'AmazonSQS.StartMessageMoveTask') {
      await moveMessages(`http://127.0.0.1:${port}`, JSON.parse(body.toString()));
      return { status: 200, headers: {}, body: Buffer.from('{ "TaskHandle": "moved" }') };
    }
    const renamed = target.startsWith('DynamoDB_') ? renameTables(body.toString(), tables) : body;
    const question = { method, path, headers: withoutConnection(headers), body: renamed };
    const given = await callMinistack(port, question);
    if (given.status === 200) await recordMails(mailbox, path, { request: body, answer: given.body });
    return given;
  }
  return async (request, response) => {
    const { method = '', url = '', headers } = request;
    respond(response, await answer(method, url, headers, await readBody(request)), method);
  };
}

const renameTables = (body: string, tables: Map<string, string>) =>
  body.replace(/(?<="TableName":")\w+(?=")/g, (name) => tables.get(name) ?? name);

/** The fields of `StartMessageMoveTask` that our code uses. */
interface Move {
  SourceArn: string;
  DestinationArn: string;
}

/** Moves the messages of a queue to another, which MiniStack's SQS cannot do. */
async function moveMessages(endpoint: string, { SourceArn, DestinationArn }: Move): Promise<void> {
  const sqs = new SQSClient(localClient(endpoint));
  const urlOf = async (arn: string) =>
    (await sqs.send(new GetQueueUrlCommand({ QueueName: arn.split(':').at(-1) }))).QueueUrl;
  const [source, destination] = await Promise.all([urlOf(SourceArn), urlOf(DestinationArn)]);
  const receive = new ReceiveMessageCommand({
    QueueUrl: source,
    MessageSystemAttributeNames: ['MessageGroupId', 'MessageDeduplicationId'],
  });
  for (;;) {
    const [message] = (await sqs.send(receive)).Messages ?? [];
    if (!message) return;
    const { Body: MessageBody, ReceiptHandle, Attributes: ofFifoQueue } = message;
    await sqs.send(new SendMessageCommand({ QueueUrl: destination, MessageBody, ...ofFifoQueue }));
    await sqs.send(new DeleteMessageCommand({ QueueUrl: source, ReceiptHandle }));
  }
}

/**
 * Keeps the emails of a request to SES that MiniStack has accepted. Its own mailbox has neither headers nor attachments.
 * @param request the body of the request, and the answer
 */
async function recordMails(
  mailbox: Pick<Mailbox, 'receive'>,
  path: string,
  { request, answer }: { request: Buffer; answer: Buffer },
): Promise<void> {
  if (path === '/v2/email/outbound-emails')
    await mailbox.receive(readEmail(parse<SendEmailRequest>(request)));
  if (path !== '/v2/email/outbound-bulk-emails') return;
  const { BulkEmailEntryResults: results } = parse<{ BulkEmailEntryResults: { Status: string }[] }>(answer);
  for (const [index, mail] of readBulkEmail(parse<SendBulkEmailRequest>(request)).entries())
    if (results[index]?.Status === 'SUCCESS') await mailbox.receive(mail);
}

const parse = <Body>(body: Buffer): Body => JSON.parse(body.toString());

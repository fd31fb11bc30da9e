import type { RequestListener } from 'node:http';
import type { EventApi } from '../../local/fakes/appsync/event-api.ts';
import type { Mailbox } from '../../local/fakes/ses/mailbox.ts';
import { readBody } from '../../local/server/read-body.ts';
import { type Answer, callMinistack, respond, withoutConnection } from './call-ministack.ts';
import type { openUserPool } from './ministack-user-pool.ts';
import { moveMessages } from './move-messages.ts';
import { recordMails } from './record-mails.ts';

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

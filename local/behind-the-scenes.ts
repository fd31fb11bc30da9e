import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type AlarmStateValue, alarmStates } from './fakes/cloudwatch/alarm-states.ts';
import type { EventBus } from './fakes/eventbridge/event-bus.ts';
import { type MailFailure, type MailService, mailFailures } from './fakes/ses/mail-service.ts';
import type { Mailbox, ReceivedMail } from './fakes/ses/mailbox.ts';
import { openPaymentsPage } from './fakes/stripe/open-payments-page.ts';
import type { OpenStripe } from './fakes/stripe/open-stripe.ts';
import { escapeHtml, isFromOurPages, localPage, section } from './server/local-page.ts';
import { readBody } from './server/read-body.ts';

interface BehindTheScenesOptions {
  bus: Pick<EventBus, 'recent'>;
  /** Returns the bodies of the messages in a queue. */
  readQueue: (name: string) => string[] | Promise<string[]>;
  /** Their names. */
  deadLetterQueues: string[];
  mailbox: Mailbox;
  mailer: Pick<MailService, 'allow' | 'play' | 'suppressed'>;
  tables: string[];
  dynamodb: DynamoDBDocumentClient;
  /** Start the functions that run regularly, by the names of the functions. */
  scheduled: Map<string, () => Promise<void>>;
  alarms: {
    list: () => { name: string; state: AlarmStateValue }[];
    /** @returns false if there is no such alarm */
    set: (name: string, state: AlarmStateValue) => Promise<boolean>;
  };
  /** The fake of Stripe; undefined with a Stripe test account. */
  stripe: OpenStripe | undefined;
  /** The running services and their addresses. */
  services: Record<string, string>;
  /** The last lines of the functions' logs, newest first. */
  logs: () => string[] | Promise<string[]>;
}

/** The maximum number of items of a table that the overview shows. */
const maxShown = 500;

/** The local pages below `/__local/`. They are not part of the product. */
export function behindTheScenes({
  bus,
  readQueue,
  deadLetterQueues,
  mailbox,
  mailer,
  tables,
  dynamodb,
  scheduled,
  alarms,
  stripe,
  services,
  logs,
}: BehindTheScenesOptions) {
  const stripePage = stripe && openPaymentsPage(stripe);

  /** Returns all items of each table, or of the named one, by its name. */
  async function readTables(only?: string | null): Promise<Record<string, object[]>> {
    const selected = tables.filter((table) => !only || table === only);
    const contents = selected.map(async (table) => {
      const read: object[] = [];
      for await (const { Items: items = [] } of paginateScan({ client: dynamodb }, { TableName: table }))
        read.push(...items);
      return [table, read] as const;
    });
    return Object.fromEntries(await Promise.all(contents));
  }

  /** Returns the bodies of the messages in each dead-letter queue, by its name. */
  async function readDeadLetters(): Promise<Record<string, string[]>> {
    return Object.fromEntries(
      await Promise.all(deadLetterQueues.map(async (queue) => [queue, await readQueue(queue)] as const)),
    );
  }

  async function overview(): Promise<string> {
    const deadLetters = Object.entries(await readDeadLetters()).flatMap(([queue, bodies]) =>
      bodies.map((body) => ({ queue, body })),
    );
    const contents = await readTables();
    return localPage('Behind the scenes', [
      `<p><a href="/">The site</a> · <a href="/__local/mail">The inbox</a>${stripe ? ' · <a href="/__local/stripe">Payments</a>' : ''}</p>`,
      section('What runs', listOf(Object.entries(services).map(([name, where]) => `${name}: ${where}`))),
      section(
        'Tables',
        Object.entries(contents)
          .map(([table, items]) => details(`${table} (${items.length})`, json(items.slice(0, maxShown))))
          .join(''),
      ),
      section(
        'Recent events',
        bus
          .recent()
          .map(({ event, targets }) => {
            const title = `${event.time} ${event['detail-type']} → ${targets.join(', ') || 'nobody'}`;
            return details(title, json(event.detail));
          })
          .join('') || '<p>None since the start.</p>',
      ),
      section(
        'Runs regularly',
        [...scheduled.keys()]
          .map(
            (name) =>
              `<form method="post" action="/__local/run/${name}"><button>Run ${name} now</button></form>`,
          )
          .join('') || '<p>Nothing.</p>',
      ),
      section('Alarms', alarmForm(alarms.list())),
      section(
        `Dead letters (${deadLetters.length})`,
        deadLetters.map(({ queue, body }) => details(queue, escapeHtml(body))).join('') ||
          '<p>None. Every event was handled.</p>',
      ),
      section('Logs of the functions', `<pre>${(await logs()).map(escapeHtml).join('\n')}</pre>`),
    ]);
  }

  async function inbox(): Promise<string> {
    const mails = mailbox.list().map(
      (mail) => `<article><h2><a href="/__local/mail/${mail.id}">${escapeHtml(mail.subject)}</a></h2>
<p>To ${escapeHtml(mail.to)}, <time>${escapeHtml(mail.at)}</time></p><pre>${linkify(escapeHtml(mail.text))}</pre>${attachmentLinks(mail)}
<form method="post" action="/__local/mail/${mail.id}">${mailFailures.map((failure) => `<button name="failure" value="${failure}">${failureLabels[failure]}</button>`).join(' ')}</form></article>`,
    );
    const undelivered = mailbox
      .listUndelivered()
      .map((mail) => `${mail.at} To ${mail.to}: “${mail.subject}” was not delivered, ${mail.undelivered}`);
    const suppressed = Object.entries(await mailer.suppressed()).map(
      ([address, reason]) =>
        `<form method="post" action="/__local/mail/allow">${escapeHtml(address)} (${reason}) <button name="address" value="${escapeHtml(address)}">Send emails to it again</button></form>`,
    );
    return localPage('Inbox', [
      '<p>Every email that the site sends arrives here. <a href="/">The site</a> · <a href="/__local/">Behind the scenes</a></p>',
      ...(undelivered.length > 0 ? [section('Not delivered', listOf(undelivered))] : []),
      ...(suppressed.length > 0 ? [section('Suppressed addresses', suppressed.join(''))] : []),
      mails.join('') || '<p>No emails yet.</p>',
    ]);
  }

  /**
   * Handles a form of our pages, and shows its page again.
   * @param change returns false if there is nothing to change
   */
  async function submit(
    request: IncomingMessage,
    response: ServerResponse,
    page: string,
    change: (form: URLSearchParams) => Promise<boolean | undefined>,
  ): Promise<true> {
    if (request.method !== 'POST') response.writeHead(405, { allow: 'POST' }).end('Use POST.');
    else if (!isFromOurPages(request)) respondPlain(response, 403, 'Only pages of this site may do this.');
    else if (await change(new URLSearchParams((await readBody(request)).toString())))
      response.writeHead(303, { location: page }).end();
    else respondPlain(response, 404, 'There is no such thing here.');
    return true;
  }

  async function changeAlarm(form: URLSearchParams): Promise<boolean> {
    const state = alarmStates.find((each) => each === form.get('state'));
    return state !== undefined && alarms.set(form.get('name') ?? '', state);
  }

  async function changeMail(path: string, form: URLSearchParams): Promise<boolean | undefined> {
    if (path === 'allow') return mailer.allow(form.get('address') ?? '');
    const failure = mailFailures.find((each) => each === form.get('failure'));
    return failure && mailer.play(path, failure);
  }

  const findMail = (mailId: string) => mailbox.list().find(({ id }) => id === mailId);

  /** Data for tests. */
  const data: Record<string, (query: URLSearchParams) => unknown> = {
    '/__local/mail.json': (query) => mailbox.list().filter(({ to }) => to === (query.get('to') ?? to)),
    '/__local/tables.json': (query) => readTables(query.get('table')),
    '/__local/dead-letters.json': readDeadLetters,
    '/__local/logs.json': logs,
  };

  /** Answers a request for a local page; false when there is none at this path. */
  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const run = /^\/__local\/run\/(\w+)$/.exec(path)?.[1];
    const start = scheduled.get(run ?? '');
    if (start) return submit(request, response, '/__local/', () => start().then(() => true));
    const mail = /^\/__local\/mail\/([\w-]+)$/.exec(path)?.[1];
    const [, mailId, position] = /^\/__local\/mail\/([\w-]+)\/attachments\/(\d+)$/.exec(path) ?? [];
    if (mailId && position) return respondAttachment(response, findMail(mailId), Number(position));
    if (mail && request.method === 'POST')
      return submit(request, response, '/__local/mail', (form) => changeMail(mail, form));
    if (path === '/__local/alarm') return submit(request, response, '/__local/', changeAlarm);
    if (path === '/__local/stripe' && stripePage) return stripePage(request, response);
    const readData = Object.hasOwn(data, path) ? data[path] : undefined;
    if (readData) respond(response, 'application/json', JSON.stringify(await readData(query)));
    else if (path === '/__local/') respond(response, 'text/html; charset=utf-8', await overview());
    else if (path === '/__local/mail') respond(response, 'text/html; charset=utf-8', await inbox());
    else if (mail) return respondMail(response, findMail(mail));
    else return false;
    return true;
  };
}

function attachmentLinks({ id, attachments = [] }: ReceivedMail): string {
  return attachments
    .map(
      ({ fileName }, position) =>
        `<p>Attachment: <a href="/__local/mail/${id}/attachments/${position}">${escapeHtml(fileName)}</a></p>`,
    )
    .join('');
}

function respond(response: ServerResponse, contentType: string, body: string): void {
  response
    .writeHead(200, {
      'content-type': contentType,
      'cache-control': 'no-store',
      // In a frame, another site could trick its visitors into pressing the buttons.
      'x-frame-options': 'DENY',
    })
    .end(body);
}

function respondMail(response: ServerResponse, mail: ReceivedMail | undefined): boolean {
  if (!mail) return false;
  // Like an email program, allows no scripts and no content from other sites.
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'`,
  );
  respond(response, 'text/html; charset=utf-8', mail.html);
  return true;
}

/** Hands out an attachment as a download. */
function respondAttachment(
  response: ServerResponse,
  mail: ReceivedMail | undefined,
  position: number,
): boolean {
  const attachment = mail?.attachments?.[position];
  if (!attachment) return false;
  response
    .writeHead(200, {
      'content-type': attachment.type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.fileName)}`,
      'cache-control': 'no-store',
    })
    .end(Buffer.from(attachment.content, 'base64'));
  return true;
}

function respondPlain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status).end(text);
}

const failureLabels: Record<MailFailure, string> = {
  bounce: 'Permanent bounce',
  bounceForNow: 'Temporary bounce',
  complain: 'Complaint: marked as spam',
};

const alarmForm = (alarms: { name: string; state: AlarmStateValue }[]) =>
  `<form method="post" action="/__local/alarm"><select name="name" aria-label="Alarm">${alarms
    .map(
      ({ name, state }) => `<option value="${escapeHtml(name)}">${escapeHtml(`${name}: ${state}`)}</option>`,
    )
    .join(
      '',
    )}</select> ${alarmStates.map((state) => `<button name="state" value="${state}">${state}</button>`).join(' ')}</form>`;

const details = (title: string, content: string) =>
  `<details><summary>${escapeHtml(title)}</summary><pre>${content}</pre></details>`;
const listOf = (items: string[]) =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
const json = (value: unknown) => escapeHtml(JSON.stringify(value, null, 2));

/** Punctuation after an address is not a part of it. */
function linkify(escapedText: string): string {
  return escapedText.replace(/https?:\/\/\S*[^\s.,:!?)]/g, (url) => `<a href="${url}">${url}</a>`);
}

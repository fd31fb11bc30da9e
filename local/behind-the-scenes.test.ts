import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { behindTheScenes } from './behind-the-scenes.ts';
import type { MailService } from './fakes/ses/mail-service.ts';
import type { Mailbox, ReceivedMail } from './fakes/ses/mailbox.ts';
import { type Listening, listen } from './server/listen.ts';

const runReconcile = vi.fn<() => Promise<void>>();
const readQueue = vi.fn<(name: string) => string[]>();
const play = vi.fn<MailService['play']>();
const allow = vi.fn<MailService['allow']>();
const mail = {
  id: 'mail-1',
  to: 'ana@example.test',
  at: '2026-12-01T10:00:00.000Z',
  subject: 'News',
  text: 'Read the page (https://site.test/pricing?a=1&b=2).',
  html: '<img src="/media/letters/map.png">',
} as ReceivedMail;
const setAlarm = vi.fn<(name: string, state: string) => Promise<boolean>>();
const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const scans = mockClient(dynamodb);
let site: Listening;

beforeAll(async () => {
  const show = behindTheScenes({
    bus: { recent: () => [] },
    readQueue,
    deadLetterQueues: ['ReconcileDeadLetters', 'SendWelcomeDeadLetters'],
    mailbox: { list: () => [mail], listUndelivered: () => [] } as Partial<Mailbox> as Mailbox,
    mailer: { play, allow, suppressed: async () => ({}) } as Partial<MailService> as MailService,
    tables: ['Feedback'],
    dynamodb,
    scheduled: new Map([['reconcile', runReconcile]]),
    alarms: { list: () => [{ name: 'site-ApiErrors', state: 'OK' }], set: setAlarm },
    stripe: undefined,
    services: {},
    logs: () => [],
  });
  site = await listen(async (request, response) => {
    if (!(await show(request.url ?? '', request, response))) response.writeHead(404).end();
  });
});

afterAll(() => site.close());

beforeEach(() => {
  runReconcile.mockReset().mockResolvedValue();
  readQueue.mockReset().mockReturnValue([]);
  play.mockReset().mockResolvedValue(true);
  allow.mockReset().mockResolvedValue(true);
});

describe('the tables', () => {
  const itemsFrom = (first: number) => Array.from({ length: 400 }, (_, index) => ({ id: first + index }));

  beforeEach(() => {
    scans.reset();
    scans.on(ScanCommand).resolves({ Items: itemsFrom(0), LastEvaluatedKey: { id: 399 } });
    scans.on(ScanCommand, { ExclusiveStartKey: { id: 399 } }).resolves({ Items: itemsFrom(400) });
  });

  test('are complete as JSON', async () => {
    const { Feedback } = await (await fetch(`${site.endpoint}/__local/tables.json`)).json();
    expect(Feedback).toHaveLength(800);
    expect(Feedback.at(-1)).toEqual({ id: 799 });
  });

  test('show their first 500 items, and how many there are', async () => {
    const page = await (await fetch(`${site.endpoint}/__local/`)).text();
    expect(page).toContain('Feedback (800)');
    expect(page).toContain('&#34;id&#34;: 499');
    expect(page).not.toContain('&#34;id&#34;: 500');
  });
});

describe('scheduled functions', () => {
  const run = (name: string, init: RequestInit = {}) =>
    fetch(`${site.endpoint}/__local/run/${name}`, { method: 'POST', redirect: 'manual', ...init });

  test('shows a button that runs the function now', async () => {
    const page = await (await fetch(`${site.endpoint}/__local/`)).text();
    expect(page).toContain('<form method="post" action="/__local/run/reconcile">');
    expect(page).not.toContain('run/sendWelcome');
    const response = await run('reconcile', { headers: { origin: site.endpoint } });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/__local/']);
    expect(runReconcile).toHaveBeenCalledOnce();
  });

  test('accepts a run from a terminal', async () => {
    expect((await run('reconcile')).status).toBe(303);
    expect(runReconcile).toHaveBeenCalledOnce();
  });

  test.each(['https://evil.example', 'null', 'http://localhost:9999'])(
    'rejects a run by a page from %s',
    async (origin) => {
      expect((await run('reconcile', { headers: { origin } })).status).toBe(403);
      expect(runReconcile).not.toHaveBeenCalled();
    },
  );

  test('rejects a run by a link', async () => {
    expect((await run('reconcile', { method: 'GET' })).status).toBe(405);
    expect(runReconcile).not.toHaveBeenCalled();
  });

  test.each(['sendWelcome', 'nothing'])('rejects %s, which is not scheduled', async (name) => {
    expect((await run(name)).status).toBe(404);
    expect(runReconcile).not.toHaveBeenCalled();
  });
});

describe('dead letters', () => {
  const readPage = async () => (await fetch(`${site.endpoint}/__local/`)).text();

  test('shows them with their queue and content', async () => {
    readQueue.mockImplementation((queue) =>
      queue === 'SendWelcomeDeadLetters' ? ['{"error":"<away>"}'] : [],
    );
    const page = await readPage();
    expect(page).toContain('Dead letters (1)');
    expect(page).toMatch(/SendWelcomeDeadLetters.*error.*&#60;away&#62;/s);
    expect(page).not.toContain('ReconcileDeadLetters');
  });

  test('reports none when all queues are empty', async () => {
    const page = await readPage();
    expect(page).toContain('Dead letters (0)');
    expect(page).toContain('None. Every event was handled.');
    expect(readQueue.mock.calls).toEqual([['ReconcileDeadLetters'], ['SendWelcomeDeadLetters']]);
  });
});

describe('the inbox', () => {
  const press = (path: string, form: Record<string, string>, headers = {}) =>
    fetch(`${site.endpoint}/__local/mail/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
      headers,
    });

  test('links the addresses of a text without the punctuation after them', async () => {
    const page = await (await fetch(`${site.endpoint}/__local/mail`)).text();
    const address = 'https://site.test/pricing?a=1&#38;b=2';
    expect(page).toContain(`(<a href="${address}">${address}</a>).`);
  });

  test('shows an email with the pictures of the site, and runs no scripts', async () => {
    const response = await fetch(`${site.endpoint}/__local/mail/mail-1`);
    expect(await response.text()).toBe(mail.html);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    );
  });

  test('has a button for each failure of an email', async () => {
    expect((await press('mail-1', { failure: 'bounce' })).status).toBe(303);
    expect(play).toHaveBeenCalledExactlyOnceWith('mail-1', 'bounce');
  });

  test('has a button that removes an address from the suppression list', async () => {
    expect((await press('allow', { address: 'ana@example.test' })).status).toBe(303);
    expect(allow).toHaveBeenCalledExactlyOnceWith('ana@example.test');
  });

  test.each([
    ['an unknown failure', 'mail-1', { failure: 'explode' }],
    ['no failure', 'mail-1', {}],
  ])('rejects %s', async (_, path, form) => {
    expect((await press(path, form as Record<string, string>)).status).toBe(404);
    expect(play).not.toHaveBeenCalled();
  });

  test('answers 404 for an unknown email', async () => {
    play.mockResolvedValue(false);
    expect((await press('mail-2', { failure: 'bounce' })).status).toBe(404);
  });

  test('rejects a page of another site', async () => {
    const response = await press('mail-1', { failure: 'bounce' }, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expect(play).not.toHaveBeenCalled();
  });
});

describe('the alarms', () => {
  const press = (name: string, state: string, origin?: string) =>
    fetch(`${site.endpoint}/__local/alarm`, {
      method: 'POST',
      redirect: 'manual',
      headers: origin ? { origin } : {},
      body: new URLSearchParams({ name, state }),
    });

  test('can be put into a state by our pages only', async () => {
    setAlarm.mockImplementation(async (name) => name === 'site-ApiErrors');
    expect((await press('site-ApiErrors', 'ALARM')).status).toBe(303);
    expect(setAlarm).toHaveBeenLastCalledWith('site-ApiErrors', 'ALARM');
    expect((await press('site-Other', 'ALARM')).status).toBe(404);
    expect((await press('site-ApiErrors', 'FINE')).status).toBe(404);
    expect((await press('site-ApiErrors', 'OK', 'https://other.test')).status).toBe(403);
    expect(setAlarm).toHaveBeenCalledTimes(2);
  });
});

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { behindTheScenes } from './behind-the-scenes.ts';
import type { EventBus } from './event-bus.ts';
import { type Listening, listen } from './listen.ts';
import type { Mailbox } from './mailbox.ts';
import type { LocalFunction } from './read-stack.ts';

const runScheduled = vi.fn<EventBus['runScheduled']>();
const bus = { runScheduled, recent: () => [], deadLetters: async () => [] } as Partial<EventBus> as EventBus;
let site: Listening;

beforeAll(async () => {
  const show = behindTheScenes({
    bus,
    mailbox: {} as Mailbox,
    tables: [],
    dynamodb: {} as DynamoDBDocumentClient,
    schedules: [{ everyMilliseconds: 3_600_000, functionIds: ['EventsReconcile'] }],
    functions: [
      { id: 'EventsReconcile', name: 'reconcile' },
      { id: 'EventsSendWelcome', name: 'sendWelcome' },
    ] as LocalFunction[],
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
  runScheduled.mockReset().mockResolvedValue();
});

describe('what runs regularly', () => {
  const run = (name: string, init: RequestInit = {}) =>
    fetch(`${site.endpoint}/__local/run/${name}`, { method: 'POST', redirect: 'manual', ...init });

  test('has a button, which runs it now', async () => {
    const page = await (await fetch(`${site.endpoint}/__local/`)).text();
    expect(page).toContain('<form method="post" action="/__local/run/reconcile">');
    expect(page).not.toContain('run/sendWelcome');
    const response = await run('reconcile', { headers: { origin: site.endpoint } });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/__local/']);
    expect(runScheduled).toHaveBeenCalledExactlyOnceWith('EventsReconcile');
  });

  test('can be run from a terminal', async () => {
    expect((await run('reconcile')).status).toBe(303);
    expect(runScheduled).toHaveBeenCalledOnce();
  });

  test.each(['https://evil.example', 'null', 'http://localhost:9999'])(
    'cannot be run by a page from %s',
    async (origin) => {
      expect((await run('reconcile', { headers: { origin } })).status).toBe(403);
      expect(runScheduled).not.toHaveBeenCalled();
    },
  );

  test('cannot be run by a link', async () => {
    expect((await run('reconcile', { method: 'GET' })).status).toBe(405);
    expect(runScheduled).not.toHaveBeenCalled();
  });

  test.each(['sendWelcome', 'nothing'])('is not this: %s', async (name) => {
    expect((await run(name)).status).toBe(404);
    expect(runScheduled).not.toHaveBeenCalled();
  });
});

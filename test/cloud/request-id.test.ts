import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { pay } from '../pay.ts';
import { callOperation, registerPerson } from '../person.ts';
import { checkoutRequest, readLog, siteUrl, waitUntilQuiet } from './site.ts';

const inTime = { timeout: 20_000 };

const idOf = (response: Response) => response.headers.get('x-request-id') ?? '';

test('uses the id in the response in the logs of the functions that handle its events', async () => {
  const data = { messageId: randomUUID(), name: 'Ana', email: 'ana@example.test', message: 'Hello' };
  const response = await callOperation(siteUrl, 'contact', { data });
  const requestId = idOf(response);
  expect(requestId).toMatch(/^[\w-]{36}$/);
  await vi.waitFor(
    async () =>
      expect(await readLog()).toContainEqual(
        expect.objectContaining({ service: 'mailer', message: 'handled the event', requestId }),
      ),
    inTime,
  );
});

test('gives two requests different ids, even when they are rejected', async () => {
  const refused = await Promise.all([1, 2].map(() => callOperation(siteUrl, 'me', { token: 'nonsense' })));
  expect(refused.map(({ status }) => status)).toEqual([401, 401]);
  const [one, other] = await Promise.all(
    [1, 2].map(() => callOperation(siteUrl, 'contact', { data: { name: 'Ana' } })),
  );
  expect([one?.status, other?.status]).toEqual([400, 400]);
  expect(idOf(one as Response)).not.toBe(idOf(other as Response));
  expect(await readLog()).toContainEqual(
    expect.objectContaining({
      service: 'visitors',
      route: 'POST /api/contact',
      message: 'refused',
      requestId: idOf(one as Response),
    }),
  );
});

test('keeps the first id in a chain of events', async () => {
  const person = await registerPerson(siteUrl);
  const { url } = await person.call('checkout', checkoutRequest);
  await waitUntilQuiet();
  const earlier = new Set((await readLog()).map(({ requestId }) => requestId));
  await pay(url);
  await vi.waitFor(async () => {
    const log = await readLog();
    const mailed = log.find(
      ({ service, eventType, message, requestId }) =>
        service === 'mailer' &&
        eventType === 'LicenseChanged' &&
        message === 'handled the event' &&
        !earlier.has(requestId),
    );
    expect(mailed?.requestId).toBeDefined();
    // The event of the webhook led to a run of orders, and its event invoked the mailer.
    expect(log).toContainEqual(
      expect.objectContaining({
        service: 'orders',
        message: 'handled the event',
        requestId: mailed?.requestId,
      }),
    );
  }, inTime);
});

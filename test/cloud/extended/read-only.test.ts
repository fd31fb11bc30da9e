import { beforeAll, expect, test, vi } from 'vitest';
import { readOnly } from '../../../contract/operations/read-only.ts';
import type { Route } from '../../../contract/operations/route.ts';
import { type OperationName, routes } from '../../../contract/operations/routes.ts';
import { pay } from '../../pay.ts';
import { callOperation, type Person, register, registerPerson } from '../../person.ts';
import { checkoutRequest, ownCloud, readTables, siteUrl } from '../site.ts';

const cloud = ownCloud();

let person: Person;
let checkoutUrl: string;

beforeAll(async () => {
  person = await registerPerson(siteUrl);
  await person.call('me');
  checkoutUrl = (await person.call('checkout', checkoutRequest)).url;
  await cloud.restart({ isReadOnly: true });
});

const namesThatChange = Object.entries<Route>(routes).flatMap(([name, { changes }]) =>
  changes ? [name as OperationName] : [],
);

test.each(namesThatChange)('rejects %s, and writes nothing', async (name) => {
  const before = await readTables();
  const response = await callOperation(siteUrl, name, { token: person.accessToken, data: {} });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe(String(readOnly.retryAfterSeconds));
  expect(await response.json()).toEqual({ error: { status: 'unavailable', message: readOnly.message } });
  expect(await readTables()).toEqual(before);
});

test('answers reads and downloads', async () => {
  expect(await person.call('me')).toMatchObject({ email: person.email });
  expect((await person.call('exportMyData')).user).toMatchObject({ email: person.email });
  expect(await person.call('myOrders')).toEqual({ orders: expect.any(Array) });
  expect((await person.call('myReferrals')).code).toMatch(/\w/);
  const { url } = await person.call('download', { platform: 'win-x64' });
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(`${siteUrl}/version.json`)).status).toBe(200);
});

test('reports read-only mode in the settings of the site, and lets users sign in', async () => {
  expect(await (await fetch(`${siteUrl}/config.json`)).json()).toMatchObject({ isReadOnly: true });
  expect(await person.signInAgain()).toEqual({ groups: [] });
});

test('refuses registrations', async () => {
  await expect(register(siteUrl, 'late@example.test', {})).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('gives the license for a payment after read-only mode has ended', async () => {
  await pay(checkoutUrl);
  await vi.waitFor(async () => {
    const page = await (await fetch(`${siteUrl}/__local/stripe`)).text();
    expect(page).toMatch(/1 delivery waits.*[2-9] attempts/s);
  });
  expect((await person.call('me')).subscription.status).not.toBe('active');

  await cloud.restart();
  expect(await (await fetch(`${siteUrl}/config.json`)).json()).not.toHaveProperty('isReadOnly');
  await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: ['paid'] }), {
    timeout: 60_000,
  });
}, 90_000);

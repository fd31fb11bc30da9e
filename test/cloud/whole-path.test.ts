import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type MailGroup, unsubscribableGroups } from '../../contract/records/user.ts';
import { pay } from '../pay.ts';
import { mailsTo, newAddress, registerPerson } from '../person.ts';
import { checkoutRequest, cloud, readTable, siteUrl } from './site.ts';

const inTime = { timeout: 10_000 };

test('lets a visitor register, get the free license and download a build', async () => {
  const person = await registerPerson(siteUrl, newAddress());
  await vi.waitFor(async () => {
    const subjects = (await mailsTo(siteUrl, person.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Welcome to Lorewright', 'Confirm your email for Lorewright']);
  }, inTime);

  const me = await person.call('me');
  expect(me).toEqual({
    userId: person.userId,
    displayName: 'Anonymous',
    email: person.email,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    status: 'active',
    subscription: { status: 'none', plan: 'free', lastPaymentDate: null },
    unsubscriptions: [...unsubscribableGroups],
  });

  const checkout = await person.call('checkout', { ...checkoutRequest, referralCode: 'a-friend' });
  await pay(checkout.url);
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), inTime);
  await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: ['paid'] }), inTime);
  const orders = (await readTable('DataOrders')).filter(({ userId }) => userId === person.userId);
  expect(orders).toEqual([
    expect.objectContaining({
      orderId: checkout.sessionId,
      status: 'free',
      amountInCents: 0,
      currency: 'usd',
      referralCode: 'a-friend',
    }),
  ]);

  const build = await person.call('download', { platform: 'mac-arm64' });
  const response = await fetch(build.url);
  expect(new URL(build.url).pathname.split('/').at(-1)).toBe(build.fileName);
  expect(response.headers.get('content-disposition')).toBe('attachment');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(build.sizeInBytes);
  expect(bytes).toEqual(await readFile(join(cloud.dir, 'sample-release/mac-arm64', build.fileName)));
});

test('keeps the names of passkeys', async () => {
  const person = await registerPerson(siteUrl);
  await person.call('updateMe', { passkey: { id: 'phone-key', name: 'Phone' } });
  const named = await person.call('updateMe', { passkey: { id: 'laptop-key', name: ' Laptop ' } });
  const laptop = { id: 'laptop-key', name: 'Laptop' };
  expect(named.passkeyNames).toEqual([{ id: 'phone-key', name: 'Phone' }, laptop]);
  expect(await person.call('me')).toEqual(named);
  const left = await person.call('updateMe', { passkey: { id: 'phone-key', name: null } });
  expect(left.passkeyNames).toEqual([laptop]);
});

test('changes only the given fields with updateMe', async () => {
  const person = await registerPerson(siteUrl);
  const before = await person.call('me');
  const change = (wantsMail: boolean) => ({ mailGroup: { group: 'newsletter' as const, wantsMail } });
  const after = await person.call('updateMe', change(true));
  expect(after).toEqual({ ...before, unsubscriptions: ['updates', 'resources', 'feedback'] });
  expect(await person.call('updateMe', change(false))).toEqual(before);
  expect(await person.call('me')).toEqual(before);
});

test('keeps concurrent changes of email groups from several tabs', async () => {
  const person = await registerPerson(siteUrl);
  await person.call('me');
  const change = (group: MailGroup, wantsMail: boolean) =>
    person.call('updateMe', { mailGroup: { group, wantsMail } });
  await change('resources', true);
  await Promise.all([change('updates', false), change('newsletter', true), change('resources', false)]);
  expect((await person.call('me')).unsubscriptions).toEqual(['updates', 'resources', 'feedback']);
});

test('creates one record for twenty concurrent first calls', async () => {
  const person = await registerPerson(siteUrl);
  const answers = await Promise.all(Array.from({ length: 20 }, () => person.call('me')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

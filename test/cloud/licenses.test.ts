import { createPublicKey } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { verifyLicense } from '../../examples/verify-license-node/verify-license.mjs';
import { askUserPool } from '../ask-user-pool.ts';
import { codeFor, mailsTo, type Person } from '../person.ts';
import { registerCustomer } from './customer.ts';
import { readTable, siteUrl, waitUntilQuiet } from './site.ts';

const inTime = { timeout: 15_000 };
const readKeys = async () => (await fetch(`${siteUrl}/.well-known/lorewright-license-keys.json`)).json();
const issuer = 'lorewright-local';

async function licenseOf(person: Person): Promise<string> {
  const { orders } = await person.call('myOrders');
  return orders[0]?.licenseFile ?? expect.fail('The order has no license file.');
}

test('publishes the public keys of licenses for programs', async () => {
  const response = await fetch(`${siteUrl}/.well-known/lorewright-license-keys.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/jwk-set+json');
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const { keys } = await response.json();
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' },
  ]);
  expect(createPublicKey({ key: keys[0], format: 'jwk' }).asymmetricKeyType).toBe('ed25519');
});

test('gives a buyer the same file on the site and in one email, which the example verifies offline', async () => {
  const { person, orderId } = await registerCustomer();
  const receipts = async () =>
    (await mailsTo(siteUrl, person.email)).filter(({ subject }) => subject === 'Your Lorewright license');
  await vi.waitFor(async () => expect(await receipts()).toHaveLength(1), inTime);
  const [receipt] = await receipts();
  const license = await licenseOf(person);
  expect(verifyLicense(license, await readKeys(), issuer)).toMatchObject({
    jti: orderId,
    email: person.email,
    plan: 'lifetime',
    kind: 'free',
  });

  const attachment = await fetch(`${siteUrl}/__local/mail/${receipt?.id}/attachments/0`);
  expect(attachment.headers.get('content-type')).toBe('application/jose');
  expect(attachment.headers.get('content-disposition')).toContain('lorewright.license');
  expect(await attachment.text()).toBe(license);
  expect((await fetch(`${siteUrl}/__local/mail/${receipt?.id}/attachments/1`)).status).toBe(404);

  expect((await person.call('exportMyData')).orders[0]?.licenseFile).toBe(license);
  await waitUntilQuiet();
  expect(await receipts()).toHaveLength(1);
  await person.call('mailLicense', { orderId });
  await vi.waitFor(async () => expect(await receipts()).toHaveLength(2), inTime);
});

test('issues a new file for a new address, without another receipt', async () => {
  const { person } = await registerCustomer();
  await vi.waitFor(() => licenseOf(person), inTime);
  const newEmail = `new-${person.email}`;
  await askUserPool(siteUrl, 'UpdateUserAttributes', {
    AccessToken: person.accessToken,
    UserAttributes: [{ Name: 'email', Value: newEmail }],
  });
  await askUserPool(siteUrl, 'VerifyUserAttribute', {
    AccessToken: person.accessToken,
    AttributeName: 'email',
    Code: await codeFor(siteUrl, newEmail),
  });
  await person.call('syncEmail');
  await vi.waitFor(async () => {
    expect(verifyLicense(await licenseOf(person), await readKeys(), issuer)).toMatchObject({
      email: newEmail,
    });
  }, inTime);
  await waitUntilQuiet();
  const subjects = (await mailsTo(siteUrl, newEmail)).map(({ subject }) => subject);
  expect(subjects).not.toContain('Your Lorewright license');
});

test('erases the file with the account', async () => {
  const { person, orderId } = await registerCustomer();
  await vi.waitFor(() => licenseOf(person), inTime);
  await person.call('deleteAccountData');
  await vi.waitFor(async () => {
    const orders = await readTable('DataOrders');
    const order = orders.find((candidate) => candidate.orderId === orderId);
    expect(order).toBeDefined();
    expect(order).not.toHaveProperty('userId');
    expect(order).not.toHaveProperty('licenseFile');
  }, inTime);
});

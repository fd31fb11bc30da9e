import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { licenseRequired } from '../../contract/operations/license-required.ts';
import type { catalog } from '../../contract/rules/catalog.ts';
import type { Platform } from '../../contract/rules/platforms.ts';
import { updateWithElectron } from '../electron-update.ts';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { buy } from './customer.ts';
import { forgeToken } from './forge-token.ts';
import { chargeOf, play } from './play-stripe.ts';
import { cloud, readTable, siteUrl } from './site.ts';

const inTime = { timeout: 15_000 };
let ana: Person;
let license: string;
/** The file that `latest.yml` offers. */
let file: { url: string; sha512: string };

beforeAll(async () => {
  const manifest = await (await fetch(`${siteUrl}/updates/latest.yml`)).text();
  const [, url = '', sha512 = ''] = /url: "([^"]+)"\n\s*sha512: "([^"]+)"/.exec(manifest) ?? [];
  file = { url, sha512 };
  ana = await registerPerson(siteUrl);
  license = await licenseOf(await buyLicense(ana, 'earlyAccess'));
});

/** Buys a license, and waits until the buyer has it. */
async function buyLicense(person: Person, offer: keyof typeof catalog): Promise<string> {
  const sessionId = await buy(person, offer);
  await person.call('confirmCheckout', { sessionId });
  return sessionId;
}

/** Waits for the license file of an order. */
async function licenseOf(orderId: string): Promise<string> {
  return vi.waitFor(async () => {
    const DataOrders = await readTable('DataOrders');
    const { licenseFile } = DataOrders.find((order) => order.orderId === orderId) ?? {};
    expect(licenseFile).toBeDefined();
    return String(licenseFile);
  }, inTime);
}

const ask = (authorization: string | undefined, url = file.url) =>
  fetch(url, { redirect: 'manual', headers: authorization === undefined ? {} : { authorization } });

/** Updates an old version. */
async function update(headers: Record<string, string>, platform?: Platform): Promise<Buffer> {
  const bytes = await updateWithElectron(siteUrl, headers, platform ? { platform } : {});
  if (!bytes) throw new Error('The site offers no update.');
  return bytes;
}

async function refusal(authorization: string | undefined) {
  const response = await ask(authorization);
  const { error } = await response.json();
  return { httpStatus: response.status, ...error };
}

describe('a license', () => {
  it('redirects to the file without a sign-in', async () => {
    const response = await fetch(file.url, { headers: { authorization: `License ${license}` } });
    expect(response.redirected).toBe(true);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(createHash('sha512').update(bytes).digest('base64')).toBe(file.sha512);
  });

  it('cannot be used for another operation', async () => {
    expect((await ask(`License ${license}`, `${siteUrl}/api/me`)).status).toBe(401);
  });

  it.each([
    ['damaged', () => `License ${license.slice(0, 100)}x${license.slice(101)}`, /damaged|not a license/],
    ['a part of one', () => 'License eyJhbGciOiJFZERTQSJ9', /not a license file/],
    ['an access token', () => `License ${ana.accessToken}`, /unknown key|not a license file/],
  ])('is refused when it is %s, and the answer says what to do', async (_, header, message) => {
    expect(await refusal(header())).toEqual({
      httpStatus: 401,
      status: 'unauthenticated',
      message: expect.stringMatching(message),
    });
    expect((await refusal(header())).message).toMatch(/Download the license file again/);
  });

  it('ends with a refund, and so do updates with a token, but not downloads', inTime, async () => {
    const buyer = await registerPerson(siteUrl);
    const sessionId = await buyLicense(buyer, 'lifetime');
    const bought = await licenseOf(sessionId);
    expect((await ask(`License ${bought}`)).status).toBe(302);
    expect((await ask(`Bearer ${buyer.accessToken}`)).status).toBe(302);

    await play('refund', { id: (await chargeOf(sessionId)).id });
    await vi.waitFor(async () => {
      expect(await refusal(`License ${bought}`)).toMatchObject({
        httpStatus: 403,
        status: 'permission-denied',
        message: expect.stringContaining('refunded'),
      });
    }, inTime);
    expect(await refusal(`Bearer ${buyer.accessToken}`)).toMatchObject({
      httpStatus: 403,
      message: expect.stringContaining('pricing page'),
    });
    expect(await buyer.call('download', { platform: 'win-x64' })).toHaveProperty('url');
  });

  it('is replaced by a reissue, whose file comes by email', inTime, async () => {
    const holder = await registerPerson(siteUrl);
    const orderId = await buyLicense(holder, 'earlyAccess');
    const before = await licenseOf(orderId);
    await holder.call('reissueLicense', { orderId, requestId: crypto.randomUUID() });
    expect(await refusal(`License ${before}`)).toMatchObject({
      httpStatus: 403,
      message: expect.stringContaining('replaced by a newer one'),
    });
    const after = await licenseOf(orderId);
    expect((await ask(`License ${after}`)).status).toBe(302);
    await vi.waitFor(async () => {
      const subjects = (await mailsTo(siteUrl, holder.email)).map(({ subject }) => subject);
      expect(subjects).toContain('Your new Lorewright license file');
    }, inTime);
  });

  it('moves to a friend who accepts the offer, with the group and a new file', inTime, async () => {
    const [giver, friend] = [await registerPerson(siteUrl), await registerPerson(siteUrl)];
    const orderId = await buyLicense(giver, 'lifetime');
    const before = await licenseOf(orderId);
    await giver.call('offerLicense', { orderId, email: friend.email, passOnId: crypto.randomUUID() });
    const token = await vi.waitFor(async () => {
      const [mail] = await mailsTo(siteUrl, friend.email);
      const [, found = ''] = /accept-license#token=(\S+)/.exec(mail?.text ?? '') ?? [];
      expect(found).not.toBe('');
      return found;
    }, inTime);
    await friend.call('acceptLicense', { token });

    expect(await refusal(`License ${before}`)).toMatchObject({ httpStatus: 403 });
    expect((await ask(`License ${await licenseOf(orderId)}`)).status).toBe(302);
    expect((await giver.call('myOrders')).orders).toMatchObject([
      { orderId, isPassedOn: true, amountInCents: 4900 },
    ]);
    expect((await friend.call('myOrders')).orders).toMatchObject([
      { orderId, source: 'gift', amountInCents: 0 },
    ]);
    await vi.waitFor(async () => {
      expect((await mailsTo(siteUrl, giver.email)).map(({ subject }) => subject)).toContain(
        'Your Lorewright license was passed on',
      );
      await friend.signInAgain();
      expect((await friend.call('me')).subscription.status).toBe('active');
      expect((await giver.call('me')).subscription.status).toBe('none');
    }, inTime);

    // A refund of the buyer ends the license of the friend.
    await play('refund', { id: (await chargeOf(orderId)).id });
    await vi.waitFor(async () => {
      expect((await friend.call('me')).subscription.status).toBe('none');
      const [toFriend, toGiver] = await Promise.all(
        [friend, giver].map(async ({ email }) =>
          (await mailsTo(siteUrl, email)).map(({ subject }) => subject),
        ),
      );
      expect(toFriend).toContain('Your Lorewright license has ended');
      expect(toGiver).toContain('We have refunded your payment to Lorewright');
    }, inTime);
  });

  it('ends with the account', inTime, async () => {
    const leaver = await registerPerson(siteUrl);
    const left = await licenseOf(await buyLicense(leaver, 'earlyAccess'));
    expect((await ask(`License ${left}`)).status).toBe(302);
    await leaver.call('deleteAccountData');
    await vi.waitFor(async () => {
      expect(await refusal(`License ${left}`)).toMatchObject({
        httpStatus: 403,
        message: 'The account of this license was deleted, so it gets no updates.',
      });
    }, inTime);
  });

  it('is not logged', async () => {
    await ask(`License ${license}`);
    await refusal(`License ${license.slice(0, -4)}AAAA`);
    const log = await (await fetch(`${siteUrl}/__local/logs.json`)).text();
    expect(log).toContain('damaged');
    for (const part of license.split('.')) expect(log).not.toContain(part.slice(0, 20));
  });
});

describe('electron-updater', () => {
  it('updates with a license', async () => {
    const installer = await update({ authorization: `License ${license}` });
    expect(createHash('sha512').update(installer).digest('base64')).toBe(file.sha512);
  });

  it.each(['mac-arm64', 'mac-x64'] as const)(
    'updates the app for %s with its own build',
    async (platform) => {
      const zip = await update({ authorization: `License ${license}` }, platform);
      const { fileName } = (await (await fetch(`${siteUrl}/releases.json`)).json())[0].builds[platform];
      const name = fileName.replace('.dmg', '.zip');
      expect(zip.equals(await readFile(join(cloud.dir, 'sample-release', platform, name)))).toBe(true);
    },
  );

  it('updates with an access token', async () => {
    const installer = await update({ authorization: `Bearer ${ana.accessToken}` });
    expect(createHash('sha512').update(installer).digest('base64')).toBe(file.sha512);
  });

  it('finds an update without license and token, but gets no file', async () => {
    await expect(update({})).rejects.toThrow('401');
  });
});

describe('the updater of Tauri', () => {
  it('gets a file with the headers that it sends', async () => {
    const response = await fetch(file.url, {
      headers: { accept: 'application/octet-stream', authorization: `License ${license}` },
    });
    expect(response.redirected).toBe(true);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(createHash('sha512').update(bytes).digest('base64')).toBe(file.sha512);
  });
});

describe('an access token', () => {
  it('is accepted without a license, as for downloads', async () => {
    const guest = await registerPerson(siteUrl);
    expect((await ask(`Bearer ${guest.accessToken}`)).status).toBe(302);
  });

  const forged = (change: object, key?: Parameters<typeof forgeToken>[3]) =>
    forgeToken(cloud.dir, ana.accessToken, change, key);

  it('is accepted when it is signed again with unchanged claims', async () => {
    expect((await ask(`Bearer ${await forged({})}`)).status).toBe(302);
  });

  it.each([
    ['expired', () => forged({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['an ID token', async () => ana.idToken],
    ['for another client', () => forged({ client_id: 'other' })],
    ['of another pool', () => forged({ iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Other' })],
    [
      'signed with another key',
      () => forged({}, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    ],
    ['changed', async () => `${ana.accessToken.slice(0, -10)}AAAAAAAAAA`],
  ])('is refused when it is %s', async (_, token) => {
    expect(await refusal(`Bearer ${await token()}`)).toMatchObject({
      httpStatus: 401,
      status: 'unauthenticated',
      message: expect.stringMatching(/sign in/),
    });
  });
});

it.each([
  ['nothing', undefined],
  ['a password', 'Basic YW5hOnBhc3N3b3Jk'],
])('refuses an updater that sends %s, and says what an update needs', async (_, authorization) => {
  expect(await refusal(authorization)).toEqual({
    httpStatus: 401,
    status: 'unauthenticated',
    message: licenseRequired,
  });
});

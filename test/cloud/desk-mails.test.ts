import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addressKey } from '../../lambdas/domain/mail/mail-log-store.ts';
import { askUserPool } from '../ask-user-pool.ts';
import { callOperation, mailsTo, type Person, password, readSettings, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { readTable, siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(siteUrl);
});

/** Registers without confirming, because the mailboxes of the simulator cannot be read. */
async function signUp(email: string): Promise<string> {
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const { UserSub: userId } = await askUserPool<{ UserSub: string }>(siteUrl, 'SignUp', {
    ClientId,
    Username: email,
    Password: password,
  });
  return userId;
}

async function emailsOf(userId: string) {
  const { emails } = await admin.call('deskPerson', { userId });
  return emails.map(({ subject, outcome }) => [subject, outcome]);
}

describe('the desk', () => {
  it('shows the delivered emails of a person, latest first, and the person gets them with the export', async () => {
    const person = await registerPerson(siteUrl);
    const delivered = [
      ['Welcome to Lorewright', 'delivered'],
      ['Confirm your email for Lorewright', 'delivered'],
    ];
    await vi.waitFor(async () => expect(await emailsOf(person.userId)).toEqual(delivered), inTime);
    const { emails } = await admin.call('deskPerson', { userId: person.userId });
    expect((await person.call('exportMyData')).emails).toEqual(emails);
    const [{ messageId } = {}] = emails;
    expect((await mailsTo(siteUrl, person.email)).map(({ id }) => id)).toContain(messageId);
  });

  it.each([
    ['bounced', 'bounce', { bounceType: 'Permanent' }],
    ['withheld', 'suppressionlist', { bounceType: 'Permanent' }],
    ['complained', 'complaint', {}],
  ])('shows that an email was %s', async (outcome, mailbox, details) => {
    const email = `${mailbox}+${randomUUID()}@simulator.amazonses.com`;
    const userId = await signUp(email);
    await vi.waitFor(
      async () =>
        expect((await admin.call('deskPerson', { userId })).emails).toEqual([
          expect.objectContaining({ subject: 'Confirm your email for Lorewright', outcome, ...details }),
        ]),
      inTime,
    );
  });

  it('shows the acknowledgment of a message to a person with that address', async () => {
    const person = await registerPerson(siteUrl);
    const message = { messageId: randomUUID(), name: 'Ana', email: person.email.toUpperCase() };
    const response = await callOperation(siteUrl, 'contact', { data: { ...message, message: 'Hello!' } });
    expect(response.status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(await emailsOf(person.userId)).toContainEqual([
          'We have received your message to Lorewright',
          'delivered',
        ]),
      inTime,
    );
  });
});

describe('the mail log', () => {
  it('loses the entries of a deleted account, and stores no address', async () => {
    const person = await registerPerson(siteUrl);
    const { userId, email } = person;
    const entries = async () =>
      (await readTable('DataMailLog')).filter(({ personKey }) =>
        [userId, addressKey(email)].includes(personKey),
      );
    await vi.waitFor(
      async () => expect((await entries()).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']),
      inTime,
    );
    expect(JSON.stringify(await readTable('DataMailLog'))).not.toContain('@');
    await person.call('deleteAccountData');
    const goodbye = async () => (await mailsTo(siteUrl, email)).map(({ subject }) => subject);
    await vi.waitFor(
      async () => expect(await goodbye()).toContain('Your Lorewright account is deleted'),
      inTime,
    );
    expect(await entries()).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { askUserPool } from '../ask-user-pool.ts';
import { type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { siteUrl } from './site.ts';

let admin: Person;
beforeAll(async () => {
  admin = await registerAdmin(siteUrl);
});

const newAction = () => ({ actionId: randomUUID(), reason: 'The person asks.' });

/** The outcomes in the audit of an action on a person. */
async function outcomesOf(userId: string, actionId: string) {
  const { entries } = await admin.call('deskAudit', { by: 'person', value: userId });
  const own = entries.filter((entry) => entry.auditId === actionId);
  for (const entry of own)
    expect(entry).toMatchObject({ actorId: admin.userId, personId: userId, reason: 'The person asks.' });
  return own.map(({ outcome }) => outcome).sort();
}

describe('deskSignOut', () => {
  it('ends the sign-ins of a person, with a record', async () => {
    const person = await registerPerson(siteUrl);
    const action = newAction();
    await admin.call('deskSignOut', { ...action, userId: person.userId });
    await expect(askUserPool(siteUrl, 'GetUser', { AccessToken: person.accessToken })).rejects.toThrow(
      'revoked',
    );
    expect(await outcomesOf(person.userId, action.actionId)).toEqual(['done', 'requested']);
  });

  it('refuses an address and an unknown id, without a record', async () => {
    const { email } = await registerPerson(siteUrl);
    for (const userId of [email, randomUUID()])
      await expect(admin.call('deskSignOut', { ...newAction(), userId })).rejects.toThrow('no account');
    const { entries } = await admin.call('deskAudit', { by: 'person', value: email });
    expect(entries).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { askUserPool } from '../ask-user-pool.ts';
import { addSecondFactor } from '../e2e/authenticator-app.ts';
import { codeFor, mailsTo, type Person, readSettings, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { runTeamCommand } from '../team-command.ts';
import { registerUnconfirmed } from '../unconfirmed-account.ts';
import { cloud, siteUrl } from './site.ts';

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
});

describe('an id that is not the id of an account', () => {
  const actions: [string, (userId: string) => Promise<unknown>][] = [
    ['deskSignOut', (userId) => admin.call('deskSignOut', { ...newAction(), userId })],
    ['deskExport', (userId) => admin.call('deskExport', { ...newAction(), userId })],
    [
      'deskNote',
      (userId) => admin.call('deskNote', { actionId: randomUUID(), userId, note: 'Wrote to us.' }),
    ],
  ];

  it.each(actions)('is refused without a record by %s', async (_, act) => {
    const { email, userId } = await registerPerson(siteUrl);
    for (const other of [email, userId.toUpperCase(), 'nobody-at-all'])
      await expect(act(other)).rejects.toThrow('The request is not valid.');
    const unknown = randomUUID();
    await expect(act(unknown)).rejects.toThrow('no account');
    for (const value of [email, unknown])
      expect(await admin.call('deskAudit', { by: 'person', value })).toMatchObject({ entries: [] });
  });
});

describe('deskExport', () => {
  it('returns the same data as the account page, with an audit entry', async () => {
    const person = await registerPerson(siteUrl);
    await person.call('feedback', { feedbackId: randomUUID(), type: 'An idea', content: 'A compass.' });
    // Creates the code of the person.
    await person.call('myReferrals');
    const action = newAction();
    const { team, ...exported } = await admin.call('deskExport', { ...action, userId: person.userId });
    const { passkeys: _, ...own } = await person.call('exportMyData');
    const { exportedAt } = exported;
    expect({ ...exported, team }).toEqual({ ...own, exportedAt });
    expect(team).toEqual([expect.objectContaining({ action: 'exportData', outcome: 'done' })]);
    expect(JSON.stringify(exported)).not.toContain(admin.userId);
    expect(await outcomesOf(person.userId, action.actionId)).toEqual(['done']);
  });

  it('refuses to export another person under the id of an earlier export', async () => {
    const [first, second] = await Promise.all([registerPerson(siteUrl), registerPerson(siteUrl)]);
    const action = newAction();
    await admin.call('deskExport', { ...action, userId: first.userId });
    // The same request, repeated.
    await admin.call('deskExport', { ...action, userId: first.userId });
    await expect(admin.call('deskExport', { ...action, userId: second.userId })).rejects.toThrow(
      'belongs to another action',
    );
    await expect(admin.call('deskSignOut', { ...action, userId: first.userId })).resolves.toEqual({});
    await expect(admin.call('deskSignOut', { ...action, userId: second.userId })).rejects.toThrow(
      'belongs to another action',
    );
  });
});

describe('deskResendConfirmation', () => {
  it('sends the code to a corrected address, which replaces the unconfirmed one', async () => {
    const { userId, email } = await registerUnconfirmed(siteUrl);
    const correctedEmail = `right-${email}`;
    const action = newAction();
    await admin.call('deskResendConfirmation', { ...action, userId, correctedEmail });
    const code = await codeFor(siteUrl, correctedEmail);
    const { userPoolClientId: ClientId } = await readSettings(siteUrl);
    await askUserPool(siteUrl, 'ConfirmSignUp', {
      ClientId,
      Username: correctedEmail,
      ConfirmationCode: code,
    });
    const { account } = await admin.call('deskPerson', { userId });
    expect(account).toMatchObject({ email: correctedEmail, status: 'CONFIRMED', isEmailVerified: true });
    expect(await outcomesOf(userId, action.actionId)).toEqual(['done', 'requested']);
  });

  it('refuses the address of another account, and a confirmed account', async () => {
    const { userId } = await registerUnconfirmed(siteUrl);
    const other = await registerPerson(siteUrl);
    const taken = { ...newAction(), userId, correctedEmail: other.email };
    await expect(admin.call('deskResendConfirmation', taken)).rejects.toThrow(
      'Another account has this address',
    );
    await expect(
      admin.call('deskResendConfirmation', { ...newAction(), userId: other.userId }),
    ).rejects.toThrow('is confirmed');
  });
});

async function registerWithApp(): Promise<Person> {
  const person = await registerPerson(siteUrl);
  await person.call('me');
  await addSecondFactor(siteUrl, person);
  return person;
}

describe('deskTurnOffFactor', () => {
  it('starts the waiting period once, and turns nothing off before its end', async () => {
    const { userId, email } = await registerWithApp();
    await admin.call('deskTurnOffFactor', { ...newAction(), userId, step: 'request' });
    const { factorReset, account } = await admin.call('deskPerson', { userId });
    expect(account?.hasSecondFactor).toBe(true);
    expect(Date.parse(factorReset?.dueAt ?? '') - Date.parse(factorReset?.requestedAt ?? '')).toBe(
      86_400_000,
    );
    const early = newAction();
    await admin.call('deskTurnOffFactor', { ...early, userId, step: 'complete' });
    expect((await admin.call('deskPerson', { userId })).account?.hasSecondFactor).toBe(true);
    await vi.waitFor(async () => {
      const subjects = (await mailsTo(siteUrl, email)).map(({ subject }) => subject);
      expect(
        subjects.filter((subject) => /second factor|authenticator/i.test(subject)).length,
      ).toBeGreaterThan(0);
    });
  });

  it('cancels the request, notifies the owner once, and refuses without a request', async () => {
    const { userId, email } = await registerWithApp();
    const cancel = (action = newAction()) =>
      admin.call('deskTurnOffFactor', { ...action, userId, step: 'cancel' });
    await expect(cancel()).rejects.toThrow('There is no request any more');
    await admin.call('deskTurnOffFactor', { ...newAction(), userId, step: 'request' });
    const action = newAction();
    await cancel(action);
    await cancel(action);
    expect(await outcomesOf(userId, action.actionId)).toEqual(['done', 'requested']);
    const { factorReset, account } = await admin.call('deskPerson', { userId });
    expect(factorReset).toBeUndefined();
    expect(account?.hasSecondFactor).toBe(true);
    await vi.waitFor(async () => {
      const subjects = (await mailsTo(siteUrl, email)).map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject.endsWith('stays on'))).toHaveLength(1);
    });
  });
});

describe('deskDeleteAccount', () => {
  it('deletes an account whose address was typed', async () => {
    const { userId, email } = await registerPerson(siteUrl);
    await expect(
      admin.call('deskDeleteAccount', { ...newAction(), userId, email: 'other@example.test' }),
    ).rejects.toThrow('not the address of the account');
    await admin.call('deskDeleteAccount', { ...newAction(), userId, email: email.toUpperCase() });
    await vi.waitFor(
      async () => {
        const subjects = (await mailsTo(siteUrl, email)).map(({ subject }) => subject);
        expect(subjects).toContain('Your Lorewright account is deleted');
      },
      { timeout: 20_000 },
    );
  });

  it('refuses to delete an admin', async () => {
    const { userId, email } = await registerAdmin(siteUrl);
    await expect(admin.call('deskDeleteAccount', { ...newAction(), userId, email })).rejects.toThrow(
      'Remove them from the team first',
    );
  });
});

describe('npm run grant', () => {
  const grant = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/grant.ts', ...args);

  it('adds an admin, and prints the next steps of this person', async () => {
    const person = await registerPerson(siteUrl);
    await addSecondFactor(siteUrl, person);
    const { code, output } = await grant(person.email, 'admin', '--yes');
    expect(code).toBe(0);
    expect(output).toContain(`added ${person.email} to the group admin.`);
    expect(output).toContain('checks under Security that every passkey is theirs');
    const { entries } = await admin.call('deskAudit', { by: 'person', value: person.userId });
    expect(entries).toMatchObject(
      ['done', 'requested'].map((outcome) => ({ outcome, action: 'addToGroup', actorId: 'command' })),
    );
    expect(entries[0]).toMatchObject({ after: 'admin' });
  });

  it('makes nobody an admin without an answer', async () => {
    const person = await registerPerson(siteUrl);
    await addSecondFactor(siteUrl, person);
    const { code, output } = await grant(person.email, 'admin');
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing was changed. Add --yes')]);
    const { entries } = await admin.call('deskAudit', { by: 'person', value: person.userId });
    expect(entries).toEqual([]);
    const { account } = await admin.call('deskPerson', { userId: person.userId });
    expect(account?.groups).toEqual([]);
  });

  it('ends sign-ins that are older than the app', async () => {
    const person = await registerPerson(siteUrl);
    const { userPoolClientId: ClientId } = await readSettings(siteUrl);
    const [, refreshToken] =
      Object.entries(person.browserStorage).find(([name]) => name.endsWith('.refreshToken')) ?? [];
    const renew = () =>
      askUserPool(siteUrl, 'InitiateAuth', {
        ClientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      });
    await renew();
    await addSecondFactor(siteUrl, person);
    expect((await grant(person.email, 'admin', '--yes')).code).toBe(0);
    await expect(renew()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('refuses an admin without an authenticator app, and changes nothing', async () => {
    const person = await registerPerson(siteUrl);
    expect(await grant(person.email, 'admin')).toMatchObject({
      code: 1,
      output: expect.stringContaining('has no authenticator app'),
    });
    expect(await person.signInAgain()).toEqual({ groups: [] });
    expect((await grant(person.email, 'vip')).code).toBe(0);
  });

  it.each([
    ['an unknown address', ['nobody@example.test', 'vip'], 'no account with the address'],
    ['an unknown stage', ['nobody@example.test', 'vip', '--stage', 'moon'], 'There is no stage "moon"'],
    ['another group', ['nobody@example.test', 'paid'], 'Usage:'],
  ])('refuses %s', async (_, args, message) => {
    expect(await grant(...args)).toEqual({ code: 1, output: expect.stringContaining(message) });
  });

  it('removes an admin who turns off the app', async () => {
    const newAdmin = await registerAdmin(siteUrl, { hasFactor: false });
    await fetch(`${siteUrl}/__local/run/sweepAccounts`, { method: 'POST', redirect: 'manual' });
    await vi.waitFor(
      async () => {
        const { entries } = await admin.call('deskAudit', { by: 'person', value: newAdmin.userId });
        expect(entries).toMatchObject(
          ['done', 'requested'].map((outcome) => ({
            outcome,
            action: 'removeFromTeam',
            actorId: 'sweepAccounts',
          })),
        );
      },
      { timeout: 15_000 },
    );
    expect(await newAdmin.signInAgain()).toEqual({ groups: [] });
    await addSecondFactor(siteUrl, newAdmin);
    await expect(newAdmin.call('deskFind', { query: 'ana' })).rejects.toThrow('Only the team can do this.');
  });

  it('removes an admin while there is another', async () => {
    const removed = await registerAdmin(siteUrl, { hasFactor: false });
    expect(await grant(removed.email, 'admin', '--revoke')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`removed ${removed.email} from the group admin`),
    });
    expect(await removed.signInAgain()).toEqual({ groups: [] });
  });
});

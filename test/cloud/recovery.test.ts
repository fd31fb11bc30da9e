import { describe, expect, it, vi } from 'vitest';
import { askUserPool } from '../ask-user-pool.ts';
import { addSecondFactor } from '../e2e/authenticator-app.ts';
import { callOperation, mailsTo, type Person, password, registerPerson } from '../person.ts';
import { readTable, siteUrl } from './site.ts';

const inTime = { timeout: 10_000 };

/** A person with an authenticator app and recovery codes. */
async function personWithCodes() {
  const person = await registerPerson(siteUrl);
  const app = await addSecondFactor(siteUrl, person);
  const { codes } = await person.call('renewRecoveryCodes');
  return { person, app, codes };
}

const recover = async (email: string, recoveryCode: string, typed = password) => {
  const data = { email, password: typed, recoveryCode };
  const response = await callOperation(siteUrl, 'recoverAccount', { data });
  return { status: response.status, message: (await response.json()).error?.message };
};

const subjectsTo = async ({ email }: Person) =>
  (await mailsTo(siteUrl, email))
    .map(({ subject }) => subject)
    .filter((subject) => !/^(Confirm|Welcome)/.test(subject));
const waitForSubjects = (person: Person, expected: RegExp[]) =>
  vi.waitFor(
    async () => expect(await subjectsTo(person)).toEqual(expected.map((each) => expect.stringMatching(each))),
    inTime,
  );

describe('recovery codes', () => {
  it('turn off the second factor once, sign out everywhere and email the owner', async () => {
    const { person, codes } = await personWithCodes();
    await waitForSubjects(person, [/has a second factor now/]);
    expect((await person.call('me')).recoveryCodesLeft).toBe(10);
    expect(await recover(person.email, codes[3]?.toLowerCase() ?? '')).toEqual({ status: 200 });
    await expect(askUserPool(siteUrl, 'GetUser', { AccessToken: person.accessToken })).rejects.toThrow(
      'revoked',
    );
    await waitForSubjects(person, [/recovery code .* was used/, /has a second factor now/]);
    // The password is now sufficient. The review after the sign-in reports nothing more.
    await person.signInAgain();
    await person.call('reviewSecurity');
    expect((await person.call('me')).recoveryCodesLeft).toBe(9);

    await addSecondFactor(siteUrl, person);
    expect((await recover(person.email, codes[3] ?? '')).status).toBe(403);
    expect((await recover(person.email, codes[4] ?? '')).status).toBe(200);
  });

  it('do not reveal which value is wrong, and change nothing', async () => {
    const { person, codes } = await personWithCodes();
    const stranger = await registerPerson(siteUrl);
    const [code = ''] = codes;
    const before = (await readTable('DataUsers')).find(({ userId }) => userId === person.userId);
    const answers = [
      await recover(person.email, code, 'Wrong-horse-7'),
      await recover(person.email, '0000-0000-0000'),
      await recover('nobody@example.test', code),
      await recover(stranger.email, code),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
    expect((await readTable('DataUsers')).find(({ userId }) => userId === person.userId)).toEqual(before);
    expect(await askUserPool(siteUrl, 'GetUser', { AccessToken: person.accessToken })).toMatchObject({
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
  });

  it('stop working when there are new ones', async () => {
    const { person, codes } = await personWithCodes();
    const { codes: newCodes } = await person.call('renewRecoveryCodes');
    await waitForSubjects(person, [/has new recovery codes/, /has a second factor now/]);
    expect((await recover(person.email, codes[0] ?? '')).status).toBe(403);
    expect((await recover(person.email, newCodes[0] ?? '')).status).toBe(200);
  });

  it('limit the attempts for an address', async () => {
    const email = 'many-attempts@example.test';
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) statuses.push((await recover(email, 'x')).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
  });
});

describe('a change without our pages', () => {
  it('is reported at the next review', async () => {
    const person = await registerPerson(siteUrl);
    await person.call('reviewSecurity');
    await addSecondFactor(siteUrl, person);
    await Promise.all([1, 2, 3].map(() => person.call('reviewSecurity')));
    await waitForSubjects(person, [/has a second factor now/]);
    await askUserPool(siteUrl, 'SetUserMFAPreference', {
      AccessToken: person.accessToken,
      SoftwareTokenMfaSettings: { Enabled: false },
    });
    await person.call('reviewSecurity');
    await waitForSubjects(person, [/has no second factor any more/, /has a second factor now/]);
  });
});

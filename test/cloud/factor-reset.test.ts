import { describe, expect, it } from 'vitest';
import { askUserPool } from '../ask-user-pool.ts';
import { addSecondFactor } from '../e2e/authenticator-app.ts';
import {
  callOperation,
  mailsTo,
  type Person,
  password,
  provePassword,
  readSettings,
  registerPerson,
} from '../person.ts';
import { backdateReset, resetFactor, takeResetStep } from './reset-factor.ts';
import { readTable, siteUrl, waitUntilQuiet } from './site.ts';

/** A person with an authenticator app, whose record is stored. */
async function personWithApp() {
  const person = await registerPerson(siteUrl);
  const app = await addSecondFactor(siteUrl, person);
  await person.call('reviewSecurity');
  return { person, app };
}

const recordOf = async ({ userId }: Person) =>
  (await readTable('DataUsers')).find((user) => user.userId === userId);

/** The emails about requests to the team, oldest first. */
async function mailsAboutReset({ email }: Person) {
  await waitUntilQuiet();
  const mails = await mailsTo(siteUrl, email);
  return mails
    .filter(({ subject }) => /^(Did you lose|We turned off)|stays on$/.test(subject))
    .toReversed()
    .map(({ subject, text }) => ({ subject, text: text.replace(/\s+/g, ' ') }));
}
const requested = expect.stringMatching(/^Did you lose the authenticator app/);
const subjectsAboutReset = async (person: Person) =>
  (await mailsAboutReset(person)).map(({ subject }) => subject);

describe('a lost second factor', () => {
  it('is turned off 24 hours after the owner got an email', async () => {
    const { person } = await personWithApp();
    const { userId } = person;
    await takeResetStep(userId, 'request');
    await takeResetStep(userId, 'complete');
    const [request, ...others] = await mailsAboutReset(person);
    expect(others).toEqual([]);
    expect(request?.text).toContain(
      'We will turn off the authenticator app after 24 hours, unless you object.',
    );
    expect(request?.text).toContain('sign in once with your authenticator app or a passkey. That cancels');

    await backdateReset(userId, 24);
    await takeResetStep(userId, 'complete');
    await expect(askUserPool(siteUrl, 'GetUser', { AccessToken: person.accessToken })).rejects.toThrow(
      'revoked',
    );
    await person.signInAgain();
    await person.call('reviewSecurity');
    const [, completed, ...more] = await mailsAboutReset(person);
    expect(more).toEqual([]);
    expect(completed?.text).toContain('we turned off the authenticator app of your Lorewright account');
    expect(completed?.text).toContain('If you did not ask for this, someone may be able to read your email');
    expect(await recordOf(person)).not.toHaveProperty('factorReset');
    const subjects = (await mailsTo(siteUrl, person.email)).map(({ subject }) => subject);
    expect(subjects).not.toContainEqual(expect.stringContaining('no second factor any more'));
  });

  it('is canceled by a sign-in after the request, but not by an earlier one', {
    tags: 'extended',
  }, async () => {
    const { person, app } = await personWithApp();
    await takeResetStep(person.userId, 'request');
    // Two emails about events of the same moment may come in any order.
    expect(await subjectsAboutReset(person)).toEqual([requested]);
    await person.call('reviewSecurity');
    expect(await recordOf(person)).toHaveProperty('factorReset');

    await backdateReset(person.userId, 1);
    const { Session } = await provePassword(siteUrl, person.email, password);
    const { userPoolClientId: ClientId } = await readSettings(siteUrl);
    const { AuthenticationResult } = await askUserPool<{ AuthenticationResult: { AccessToken: string } }>(
      siteUrl,
      'RespondToAuthChallenge',
      {
        ClientId,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session,
        ChallengeResponses: { USERNAME: person.email, SOFTWARE_TOKEN_MFA_CODE: await app.nextCode() },
      },
    );
    const token = AuthenticationResult.AccessToken;
    expect((await callOperation(siteUrl, 'reviewSecurity', { token, data: {} })).status).toBe(200);
    expect(await recordOf(person)).not.toHaveProperty('factorReset');
    expect(await subjectsAboutReset(person)).toEqual([requested, expect.stringMatching(/stays on$/)]);
    await expect(takeResetStep(person.userId, 'complete')).rejects.toThrow('There is no request any more');
    await takeResetStep(person.userId, 'request');
    expect(await recordOf(person)).toHaveProperty('factorReset');
  });

  it('stores one request of two admins', { tags: 'extended' }, async () => {
    const { person } = await personWithApp();
    await Promise.all([1, 2].map(() => takeResetStep(person.userId, 'request')));
    expect(await subjectsAboutReset(person)).toEqual([requested]);
  });

  it('is turned off once by two admins', { tags: 'extended' }, async () => {
    const { person } = await personWithApp();
    await takeResetStep(person.userId, 'request');
    await backdateReset(person.userId, 24);
    await Promise.all([1, 2].map(() => takeResetStep(person.userId, 'complete')));
    expect(await subjectsAboutReset(person)).toEqual([requested, expect.stringMatching(/^We turned off/)]);
  });

  it('is not requested for a person who has none', { tags: 'extended' }, async () => {
    const person = await registerPerson(siteUrl);
    await person.call('me');
    const before = await recordOf(person);
    await takeResetStep(person.userId, 'request');
    expect(await recordOf(person)).toEqual(before);
    expect(await subjectsAboutReset(person)).toEqual([]);
  });

  it('is kept when the team cancels the request, and can be requested again', async () => {
    const { person } = await personWithApp();
    await takeResetStep(person.userId, 'request');
    await takeResetStep(person.userId, 'cancel');
    // Two emails about events of the same moment may come in any order.
    const canceled = (await mailsAboutReset(person)).find(({ subject }) => subject.endsWith('stays on'));
    expect(canceled?.text).toContain('someone signed in or asked us to keep it on');
    await resetFactor(person);
    expect(await subjectsAboutReset(person)).toHaveLength(4);
  });
});

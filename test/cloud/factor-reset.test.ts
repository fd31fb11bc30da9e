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
import { backdateReset, resetFactor, runAccount } from './run-account-command.ts';
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

describe('npm run account -- reset-factor', () => {
  it('turns off the second factor 24 hours after the owner got an email', async () => {
    const { person } = await personWithApp();
    const noted = await runAccount('reset-factor', person.email);
    expect(noted).toEqual({
      code: 0,
      output: expect.stringMatching(/^Noted .* on lorewright-local\..*\nRun this command again after /),
    });
    expect((await runAccount('reset-factor', person.email)).output).toContain('It is too early');
    const [request, ...others] = await mailsAboutReset(person);
    expect(others).toEqual([]);
    expect(request?.text).toContain(
      'We will turn off the authenticator app after 24 hours, unless you object.',
    );
    expect(request?.text).toContain('sign in once with your authenticator app or a passkey. That cancels');

    await backdateReset(person.userId, 24);
    expect(await runAccount('reset-factor', person.email)).toEqual({
      code: 1,
      output: expect.stringContaining('no sign-in has canceled it. There is no terminal'),
    });
    expect(await runAccount('reset-factor', person.email, '--yes')).toEqual({
      code: 0,
      output: expect.stringMatching(/^Turned off the second factor/),
    });
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
    expect((await runAccount('reset-factor', person.email)).output).toContain('is not on');
  });

  it('is canceled by a sign-in after the request, but not by an earlier one', {
    tags: 'extended',
  }, async () => {
    const { person, app } = await personWithApp();
    await runAccount('reset-factor', person.email);
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
    expect((await runAccount('reset-factor', person.email, '--yes')).output).toMatch(/^Noted/);
  });

  it('stores one request of two operators', { tags: 'extended' }, async () => {
    const { person } = await personWithApp();
    const runs = await Promise.all([1, 2].map(() => runAccount('reset-factor', person.email)));
    for (const { code, output } of runs)
      expect([code, output]).toEqual([0, expect.stringContaining('Run this command again after')]);
    expect(await subjectsAboutReset(person)).toEqual([requested]);
  });

  it('completes one request of two operators', { tags: 'extended' }, async () => {
    const { person } = await personWithApp();
    await runAccount('reset-factor', person.email);
    await backdateReset(person.userId, 24);
    const runs = await Promise.all([1, 2].map(() => runAccount('reset-factor', person.email, '--yes')));
    for (const { code, output } of runs)
      expect([code, output]).toEqual([0, expect.stringMatching(/^Turned off|is not on/)]);
    expect(await subjectsAboutReset(person)).toEqual([requested, expect.stringMatching(/^We turned off/)]);
  });

  it('changes nothing for a person whose second factor is not on', { tags: 'extended' }, async () => {
    const person = await registerPerson(siteUrl);
    await person.call('me');
    const before = await recordOf(person);
    const { code, output } = await runAccount('reset-factor', person.email);
    expect([code, output]).toEqual([0, expect.stringContaining('is not on')]);
    expect(await recordOf(person)).toEqual(before);
    expect(await subjectsAboutReset(person)).toEqual([]);
  });

  it.each([
    ['an unknown address', ['reset-factor', 'nobody@example.test'], 'no account with the address'],
    [
      'an unknown stage',
      ['reset-factor', 'nobody@example.test', '--stage', 'moon'],
      'There is no stage "moon"',
    ],
    ['no address', ['reset-factor'], 'Usage:'],
    ['another command', ['delete', 'nobody@example.test'], 'Usage:'],
  ])('refuses %s', async (_, args, message) => {
    expect(await runAccount(...args)).toEqual({ code: 1, output: expect.stringContaining(message) });
  });
});

describe('npm run account -- keep-factor', () => {
  it('cancels the request', async () => {
    const { person } = await personWithApp();
    await runAccount('reset-factor', person.email);
    expect(await runAccount('keep-factor', person.email)).toEqual({
      code: 0,
      output: expect.stringMatching(/^Canceled/),
    });
    const [, canceled] = await mailsAboutReset(person);
    expect(canceled?.text).toContain('someone signed in or asked us to keep it on');
    expect((await runAccount('keep-factor', person.email)).output).toMatch(/^There is no request/);
    await resetFactor(person);
    expect(await subjectsAboutReset(person)).toHaveLength(4);
  });
});

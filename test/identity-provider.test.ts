// @vitest-environment jsdom
import { GetUserCommand, UpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  claimsOf,
  clientId,
  password,
  poolId,
  startTestPool,
  type TestPool,
} from '../local/fakes/cognito/test-pool.ts';
import { totpCode, totpStep } from '../local/fakes/cognito/totp.ts';
import type * as IdentityProvider from '../web/src/lib/identity-provider.ts';
import { currentSession } from '../web/src/lib/session.ts';

/** Tests the browser's code with the user pool, with the real Amplify between them. */
let pool: TestPool;
let identity: typeof IdentityProvider;
const settings = vi.hoisted(() => ({ userPoolId: '', userPoolClientId: '', userPoolEndpoint: '' }));
vi.mock('../web/src/lib/load-web-settings.ts', () => ({ loadWebSettings: async () => settings }));

const ana = 'ana@example.test';
const stepMs = 30 * 1000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: totpStep(Date.now()) * stepMs + stepMs / 2 });
  pool = await startTestPool();
  await pool.addConfirmedUser(ana);
  Object.assign(settings, {
    userPoolId: poolId,
    userPoolClientId: clientId,
    userPoolEndpoint: pool.endpoint(),
  });
  vi.resetModules();
  identity = await import('../web/src/lib/identity-provider.ts');
});

afterEach(async () => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  await pool.stop();
});

const letPass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const codeOf = (key: string) => totpCode(key, totpStep(Date.now()));
const signedInAt = async () => claimsOf((await identity.accessToken()) ?? '').auth_time as number;

describe('proving the password again', () => {
  test('replaces the sign-in with a fresh one', async () => {
    await identity.signInWithPassword(ana, password);
    const before = await signedInAt();
    const keys = Object.keys(localStorage).sort();
    letPass(10 * 60 * 1000);

    expect(await identity.reauthenticate(password)).toBe('done');
    expect(await signedInAt()).toBe(before + 10 * 60);
    expect(Object.keys(localStorage).sort()).toEqual(keys);
    expect(currentSession()?.email).toBe(ana);
  });

  test('changes nothing with a wrong password', { tags: 'extended' }, async () => {
    await identity.signInWithPassword(ana, password);
    const before = { ...localStorage };
    await expect(identity.reauthenticate('Wrong-horse-7')).rejects.toThrow('Incorrect username or password.');
    expect({ ...localStorage }).toEqual(before);
    expect(await identity.accessToken()).toBeTruthy();
  });

  test('works when the address has changed elsewhere', { tags: 'extended' }, async () => {
    await identity.signInWithPassword(ana, password);
    const { access: AccessToken } = await pool.signIn(ana);
    const UserAttributes = [{ Name: 'email', Value: 'new@example.test' }];
    await pool.sdk().send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }));
    await identity.confirmEmailChange(pool.lastCode());

    expect(await identity.reauthenticate(password)).toBe('done');
    expect(currentSession()?.email).toBe('new@example.test');
  });
});

test('turns a second factor on and off', async () => {
  await identity.signInWithPassword(ana, password);
  expect(await identity.hasSecondFactor()).toBe(false);
  const { key, uri } = await identity.beginSecondFactor();
  expect(uri).toBe(`otpauth://totp/Lorewright:ana%40example.test?secret=${key}&issuer=Lorewright`);
  await expect(identity.confirmSecondFactor('000000')).rejects.toThrow();
  expect(await identity.hasSecondFactor()).toBe(false);
  await identity.confirmSecondFactor(codeOf(key));
  expect(await identity.hasSecondFactor()).toBe(true);

  letPass(10 * 60 * 1000);
  expect(await identity.reauthenticate(password)).toBe('code-needed');
  await identity.answerSecondFactor(codeOf(key));
  expect(await signedInAt()).toBe(Math.floor(Date.now() / 1000));

  await identity.signOut();
  expect(await identity.accessToken()).toBeNull();
  letPass(stepMs);
  expect(await identity.signInWithPassword(ana, password)).toBe('code-needed');
  expect(await identity.accessToken()).toBeNull();
  await expect(identity.answerSecondFactor('000000')).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  await identity.answerSecondFactor(codeOf(key));
  expect(currentSession()?.email).toBe(ana);

  await identity.endSecondFactor();
  await identity.signOut();
  expect(await identity.signInWithPassword(ana, password)).toBe('signed-in');
});

test('starts the sign-in again when the code comes after three minutes', { tags: 'extended' }, async () => {
  await identity.signInWithPassword(ana, password);
  const { key } = await identity.beginSecondFactor();
  await identity.confirmSecondFactor(codeOf(key));
  await identity.signOut();
  await identity.signInWithPassword(ana, password);
  letPass(3 * 60 * 1000 + 1);
  await expect(identity.answerSecondFactor(codeOf(key))).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('ends the sign-ins of other devices when signing out everywhere', async () => {
  const phone = await pool.signIn(ana);
  await identity.signInWithPassword(ana, password);
  await identity.signOutEverywhere();

  expect(currentSession()).toBeNull();
  expect(Object.keys(localStorage)).toEqual([]);
  await expect(pool.sdk().send(new GetUserCommand({ AccessToken: phone.access }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('changes an email address with the code sent to the new one', async () => {
  await identity.signInWithPassword(ana, password);
  await identity.requestEmailChange('new@example.test');
  expect(pool.mails.at(-1)?.to).toBe('new@example.test');
  await expect(identity.confirmEmailChange('000000')).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  await identity.confirmEmailChange(pool.lastCode());
  await identity.accessToken({ forceRefresh: true });
  expect(currentSession()?.email).toBe('new@example.test');
});

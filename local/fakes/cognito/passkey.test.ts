import {
  AssociateSoftwareTokenCommand,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  GetUserCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  StartWebAuthnRegistrationCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../../../scripts/commands/smoke/software-authenticator.ts';
import { claimsOf, clientId, startTestPool, type TestPool } from './test-pool.ts';
import { totpCode, totpStep } from './totp.ts';

let pool: TestPool;
let access: string;
const ana = 'ana@example.test';
const here = { origin: 'http://localhost:3000' };
const threeMinutesMs = 3 * 60 * 1000;
const refusedSignIn = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  pool = await startTestPool();
  await pool.addConfirmedUser(ana);
  access = (await pool.signIn(ana)).access;
});

afterEach(async () => {
  vi.useRealTimers();
  await pool.stop();
});

type Authenticator = ReturnType<typeof createAuthenticator>;
type Behavior = Parameters<Authenticator['sign']>[1];

async function startRegistration() {
  const { CredentialCreationOptions: options } = await pool
    .sdk()
    .send(new StartWebAuthnRegistrationCommand({ AccessToken: access }));
  return options as unknown as Parameters<Authenticator['register']>[0];
}

const complete = (Credential: object) =>
  pool
    .sdk()
    .send(new CompleteWebAuthnRegistrationCommand({ AccessToken: access, Credential: Credential as never }));

async function addPasskey(behavior: Behavior = here): Promise<Authenticator> {
  const authenticator = createAuthenticator();
  await complete(authenticator.register(await startRegistration(), behavior));
  return authenticator;
}

const list = async () =>
  (await pool.sdk().send(new ListWebAuthnCredentialsCommand({ AccessToken: access }))).Credentials ?? [];

const begin = (USERNAME = ana) =>
  pool.sdk().send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    }),
  );

type Challenge = Awaited<ReturnType<typeof begin>>;

const answer = ({ Session, ChallengeParameters }: Challenge, authenticator: Authenticator, behavior = here) =>
  answerWith(
    Session,
    authenticator.sign(JSON.parse(ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}'), behavior),
  );

const answerWith = (Session: string | undefined, credential: object) =>
  pool.sdk().send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: 'WEB_AUTHN',
      Session,
      ChallengeResponses: { USERNAME: ana, CREDENTIAL: JSON.stringify(credential) },
    }),
  );

async function turnOnApp(withPasskey: boolean) {
  const { SecretCode = '' } = await pool
    .sdk()
    .send(new AssociateSoftwareTokenCommand({ AccessToken: access }));
  const UserCode = totpCode(SecretCode, totpStep(Date.now()));
  await pool.sdk().send(new VerifySoftwareTokenCommand({ AccessToken: access, UserCode }));
  await pool.sdk().send(
    new SetUserMFAPreferenceCommand({
      AccessToken: access,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      WebAuthnMfaSettings: { Enabled: withPasskey },
    }),
  );
}

describe('a new passkey', () => {
  it('is listed with its date until it is deleted', async () => {
    const { id } = await addPasskey();
    expect(await list()).toEqual([
      {
        CredentialId: id,
        FriendlyCredentialName: 'Passkey',
        RelyingPartyId: 'localhost',
        AuthenticatorTransports: ['internal'],
        CreatedAt: new Date(Math.floor(Date.now() / 1000) * 1000),
      },
    ]);
    const remove = new DeleteWebAuthnCredentialCommand({ AccessToken: access, CredentialId: id });
    await pool.sdk().send(remove);
    expect(await list()).toEqual([]);
    await expect(pool.sdk().send(remove)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('requires user verification, and excludes existing passkeys', async () => {
    const { id } = await addPasskey();
    expect(await startRegistration()).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: ana },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id }],
    });
  });

  it.each([
    [
      'without user verification',
      { ...here, verifiesUser: false },
      'WebAuthnCredentialNotSupportedException',
    ],
    ['for another site', { origin: 'https://evil.example' }, 'WebAuthnOriginNotAllowedException'],
    [
      'for a site that ends like ours',
      { origin: 'https://evillocalhost' },
      'WebAuthnOriginNotAllowedException',
    ],
  ])('is refused %s', async (_, behavior, name) => {
    await expect(addPasskey(behavior)).rejects.toMatchObject({ name });
    expect(await list()).toEqual([]);
  });

  it('is refused if it answers another challenge', async () => {
    const other = { ...(await startRegistration()), challenge: 'YWJj' };
    await expect(complete(createAuthenticator().register(other, here))).rejects.toMatchObject({
      name: 'WebAuthnCredentialNotSupportedException',
    });
  });

  it('is refused after three minutes', async () => {
    const late = createAuthenticator().register(await startRegistration(), here);
    vi.setSystemTime(Date.now() + threeMinutesMs);
    await expect(complete(late)).rejects.toMatchObject({ name: 'WebAuthnChallengeNotFoundException' });
  });

  it('is refused the second time', async () => {
    const right = createAuthenticator().register(await startRegistration(), here);
    await complete(right);
    await expect(complete(right)).rejects.toMatchObject({ name: 'WebAuthnChallengeNotFoundException' });
    expect(await list()).toHaveLength(1);
  });

  it('is refused in a pool without passkeys', async () => {
    await pool.restart({ passkeys: undefined });
    await expect(startRegistration()).rejects.toMatchObject({ name: 'WebAuthnNotEnabledException' });
    await expect(list()).rejects.toMatchObject({ name: 'OperationNotEnabledException' });
  });

  it('is refused if the account already has 20', async () => {
    for (let count = 0; count < 20; count += 1) await addPasskey();
    await expect(addPasskey()).rejects.toMatchObject({ name: 'LimitExceededException' });
    expect(await list()).toHaveLength(20);
  });
});

describe('signing in with a passkey', () => {
  it('returns tokens, even after a restart of the pool', async () => {
    const authenticator = await addPasskey();
    await pool.restart();
    const { AuthenticationResult: tokens } = await answer(await begin(), authenticator);
    expect(claimsOf(tokens?.AccessToken ?? '').auth_time).toBe(Math.floor(Date.now() / 1000));
    await pool.sdk().send(new GetUserCommand({ AccessToken: tokens?.AccessToken }));
  });

  it('offers only the password to unknown addresses and to people without a passkey', async () => {
    const withoutSession = ({ $metadata, Session, ...rest }: Challenge) => rest;
    const offered = withoutSession(await begin());
    expect(offered).toMatchObject({
      ChallengeName: 'SELECT_CHALLENGE',
      AvailableChallenges: ['PASSWORD_SRP', 'PASSWORD'],
    });
    expect(withoutSession(await begin('nobody@example.test'))).toEqual(offered);
  });

  it('refuses another passkey, another site, a missing verification, and a signature without a credential', async () => {
    const authenticator = await addPasskey();
    await expect(answer(await begin(), createAuthenticator())).rejects.toMatchObject(refusedSignIn);
    await expect(
      answer(await begin(), authenticator, { origin: 'https://evil.example' }),
    ).rejects.toMatchObject(refusedSignIn);
    const unverified = { ...here, verifiesUser: false };
    await expect(answer(await begin(), authenticator, unverified)).rejects.toMatchObject(refusedSignIn);
    await expect(answerWith((await begin()).Session, { id: 'x' })).rejects.toMatchObject(refusedSignIn);
  });

  it('accepts each challenge once, and for three minutes', async () => {
    const authenticator = await addPasskey();
    const challenge = await begin();
    await answer(challenge, authenticator);
    await expect(answer(challenge, authenticator)).rejects.toMatchObject({ name: 'NotAuthorizedException' });

    const late = await begin();
    vi.setSystemTime(Date.now() + threeMinutesMs);
    await expect(answer(late, authenticator)).rejects.toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    });
  });

  it('refuses a signature that answers another challenge', async () => {
    const authenticator = await addPasskey();
    const [first, second] = [await begin(), await begin()];
    await expect(
      answer({ ...first, ChallengeParameters: second.ChallengeParameters } as Challenge, authenticator),
    ).rejects.toMatchObject(refusedSignIn);
  });

  it('rejects a signature whose counter is not higher than the last one', async () => {
    const authenticator = await addPasskey();
    const challenge = await begin();
    const old = authenticator.sign(
      JSON.parse(challenge.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? ''),
      here,
    );
    await answer(await begin(), authenticator);
    await expect(answerWith(challenge.Session, old)).rejects.toMatchObject(refusedSignIn);
  });
});

describe('a passkey of a person with an authenticator app', () => {
  it('counts as both factors if the person turned both settings on together', async () => {
    const authenticator = await addPasskey();
    await turnOnApp(true);
    const found = await pool.sdk().send(new GetUserCommand({ AccessToken: access }));
    expect(found.UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
    expect((await answer(await begin(), authenticator)).AuthenticationResult).toBeTruthy();
  });

  it('does not replace the password and the code otherwise', async () => {
    await addPasskey();
    await turnOnApp(false);
    expect(await begin()).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE' });
  });

  it('cannot count as both in a pool where passkeys are one factor', async () => {
    await addPasskey();
    await pool.restart({ passkeys: { relyingPartyId: 'localhost', isMultiFactor: false } });
    await expect(turnOnApp(true)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

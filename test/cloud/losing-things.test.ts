import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../scripts/commands/smoke/software-authenticator.ts';
import { askUserPool } from '../ask-user-pool.ts';
import { addSecondFactor } from '../e2e/authenticator-app.ts';
import { callOperation, codeFor, password, provePassword, readSettings, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { resetFactor } from './reset-factor.ts';
import { siteUrl } from './site.ts';

const belongings = ['password', 'app', 'passkey', 'recovery codes', 'email'] as const;
type Belonging = (typeof belongings)[number];

/** The ways into an account with their requirements, the most comfortable first. */
const ways: { name: string; takes: Belonging[]; use: (owner: Owner) => Promise<string> }[] = [
  {
    name: 'password and app',
    takes: ['password', 'app'],
    use: (owner) => signInWithApp(owner),
  },
  {
    name: 'passkey',
    takes: ['passkey'],
    use: (owner) => signInWithPasskey(owner),
  },
  {
    name: 'new password by email, and app',
    takes: ['email', 'app'],
    use: async (owner) => {
      await resetPassword(owner);
      return signInWithApp(owner);
    },
  },
  {
    name: 'password and recovery code',
    takes: ['password', 'recovery codes'],
    use: (owner) => recover(owner),
  },
  {
    name: 'new password by email, and recovery code',
    takes: ['email', 'recovery codes'],
    use: async (owner) => {
      await resetPassword(owner);
      return recover(owner);
    },
  },
  {
    name: 'new password by email, and the team after 24 hours',
    takes: ['email'],
    use: async (owner) => {
      await resetPassword(owner);
      await resetFactor(owner);
      return signIn(owner);
    },
  },
];

/** A person with all sign-in methods. */
interface Owner {
  email: string;
  userId: string;
  password: string;
  app: Awaited<ReturnType<typeof addSecondFactor>>;
  passkey: ReturnType<typeof createAuthenticator>;
  codes: string[];
  canReadMail: boolean;
}

let owner: Owner;
const here = { origin: 'http://localhost:3000' };
interface Answer {
  Session: string;
  ChallengeName?: string;
  ChallengeParameters: Record<string, string>;
  AuthenticationResult?: { AccessToken: string };
}

async function respond(ChallengeName: string, Session: string, ChallengeResponses: object): Promise<string> {
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const { AuthenticationResult: tokens } = await askUserPool<Answer>(siteUrl, 'RespondToAuthChallenge', {
    ClientId,
    ChallengeName,
    Session,
    ChallengeResponses,
  });
  return tokens?.AccessToken ?? '';
}

/** @returns an access token, like all ways */
async function signIn({ email, password: typed }: Owner): Promise<string> {
  const { AuthenticationResult: tokens } = await provePassword(siteUrl, email, typed);
  return tokens?.AccessToken ?? '';
}

async function signInWithApp({ email, password: typed, app }: Owner): Promise<string> {
  const { Session = '' } = await provePassword(siteUrl, email, typed);
  return respond('SOFTWARE_TOKEN_MFA', Session, {
    USERNAME: email,
    SOFTWARE_TOKEN_MFA_CODE: await app.nextCode(),
  });
}

async function signInWithPasskey({ email, passkey }: Owner): Promise<string> {
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const { Session, ChallengeParameters } = await askUserPool<Answer>(siteUrl, 'InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
  });
  const options = JSON.parse(ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS ?? '{}');
  const CREDENTIAL = JSON.stringify(passkey.sign(options, here));
  return respond('WEB_AUTHN', Session, { USERNAME: email, CREDENTIAL });
}

async function resetPassword(person: Owner): Promise<void> {
  if (!person.canReadMail) throw new Error('The code is in a mailbox that was lost.');
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const Username = person.email;
  await askUserPool(siteUrl, 'ForgotPassword', { ClientId, Username });
  const ConfirmationCode = await codeFor(siteUrl, Username);
  const Password = `New-${randomUUID()}`;
  await askUserPool(siteUrl, 'ConfirmForgotPassword', { ClientId, Username, ConfirmationCode, Password });
  person.password = Password;
}

async function recover(person: Owner): Promise<string> {
  const { email, password: typed, codes } = person;
  const data = { email, password: typed, recoveryCode: codes.pop() ?? '' };
  expect((await callOperation(siteUrl, 'recoverAccount', { data })).status).toBe(200);
  return signIn(person);
}

/** Turns on an app for the owner of an access token. A passkey then counts as both factors. */
async function addApp(AccessToken: string): Promise<Owner['app']> {
  const app = await addSecondFactor(siteUrl, { accessToken: AccessToken });
  await askUserPool(siteUrl, 'SetUserMFAPreference', {
    AccessToken,
    WebAuthnMfaSettings: { Enabled: true },
  });
  return app;
}

async function addPasskey(AccessToken: string): Promise<Owner['passkey']> {
  const passkey = createAuthenticator();
  const { CredentialCreationOptions: options } = await askUserPool<{
    CredentialCreationOptions: Parameters<typeof passkey.register>[0];
  }>(siteUrl, 'StartWebAuthnRegistration', { AccessToken });
  const Credential = passkey.register(options, here);
  await askUserPool(siteUrl, 'CompleteWebAuthnRegistration', { AccessToken, Credential });
  return passkey;
}

async function makeCodes(token: string): Promise<string[]> {
  const response = await callOperation(siteUrl, 'renewRecoveryCodes', { token, data: {} });
  return (await response.json()).result.codes;
}

const lostPassword = 'Forgotten-horse-7';

/** Replaces lost sign-in methods with ones that do not work. */
const without = (lost: Belonging[]): Owner => ({
  ...owner,
  ...(lost.includes('password') && { password: lostPassword }),
  ...(lost.includes('app') && { app: { ...owner.app, nextCode: async () => '000000' } }),
  ...(lost.includes('passkey') && { passkey: createAuthenticator() }),
  ...(lost.includes('recovery codes') && { codes: [] }),
  ...(lost.includes('email') && { canReadMail: false }),
});

/** Every order of losing up to three methods. */
function ordersOfLoss(lost: Belonging[] = []): Belonging[][] {
  const further = belongings.filter((each) => !lost.includes(each) && lost.length < 3);
  return [...(lost.length > 0 ? [lost] : []), ...further.flatMap((next) => ordersOfLoss([...lost, next]))];
}

const wayWithout = (lost: Belonging[]) =>
  ways.find(({ takes }) => !takes.some((each) => lost.includes(each)));
/** Each set is tried once, because the order of the losses does not matter. */
const sets = new Map(ordersOfLoss().map((lost) => [[...lost].sort().join(', '), lost]));

beforeAll(async () => {
  const { email, userId, accessToken } = await registerPerson(siteUrl);
  const passkey = await addPasskey(accessToken);
  const app = await addApp(accessToken);
  const codes = await makeCodes(accessToken);
  owner = { email, userId, password, app, passkey, codes, canReadMail: true };
});

describe('people who lost things', () => {
  it('have no way back only without password, passkey and email', () => {
    expect(ordersOfLoss()).toHaveLength(5 + 20 + 60);
    const withoutWay = ordersOfLoss().filter((lost) => !wayWithout(lost));
    expect(new Set(withoutWay.map((lost) => [...lost].sort().join(', ')))).toEqual(
      new Set(['email, passkey, password']),
    );
    expect(withoutWay).toHaveLength(6);
  });

  it.each(
    [...sets].flatMap(([, lost]) => {
      const way = wayWithout(lost);
      return way ? [{ names: lost.join(', '), by: way.name, lost, way }] : [];
    }),
  )('get in without $names by $by, and turn on an app again', async ({ lost, way }) => {
    const rest = without(lost);
    const AccessToken = await way.use(rest);
    const me = await callOperation(siteUrl, 'me', { token: AccessToken });
    const { userId, recoveryCodesLeft } = (await me.json()).result;
    expect(userId).toBe(owner.userId);
    if (rest.password !== lostPassword) owner.password = rest.password;
    owner.app = await addApp(AccessToken);
    // A reset by the team has removed them.
    if (recoveryCodesLeft === undefined) owner.codes = await makeCodes(AccessToken);
  });

  it('get their license back without any way, in a new account by the team', async () => {
    const [person, again, admin] = [
      await registerPerson(siteUrl),
      await registerPerson(siteUrl),
      await registerAdmin(siteUrl),
    ];
    const action = () => ({ actionId: randomUUID(), reason: 'The owner proved who they are.' });
    const { orderId } = await admin.call('deskGift', { ...action(), userId: person.userId });
    await again.call('me');
    await admin.call('deskMoveLicense', { ...action(), orderId, email: again.email, seen: 1 });
    expect((await again.call('me')).subscription.status).toBe('active');
    expect((await person.call('me')).subscription.status).toBe('none');
  });

  it.each(ways)('do not get in without password, passkey and email by $name', async ({ use }) => {
    await expect(use(without(['password', 'passkey', 'email']))).rejects.toThrow();
  });
});

import { randomUUID } from 'node:crypto';
import type { RequestOf, ResponseOf } from '../contract/operations/operations.ts';
import { type OperationName, routes } from '../contract/operations/routes.ts';
import type { WebSettings } from '../contract/records/web-settings.ts';
import { signInDays } from '../contract/rules/retention.ts';
import { beginProof, proveKnowledge } from '../local/fakes/cognito/test-srp-client.ts';
import type { Session } from '../web/src/lib/session.ts';
import { askUserPool } from './ask-user-pool.ts';

export const password = 'Correct-horse-7';

/** A user with an account, who calls the site over HTTP as a browser does. */
export interface Person {
  email: string;
  userId: string;
  accessToken: string;
  idToken: string;
  /** The values that the sign-in stores in a browser. */
  browserStorage: Record<string, string>;
  /**
   * Calls an operation and returns its result. @throws Error with the status and body when it is
   * refused.
   */
  call<Name extends OperationName>(name: Name, data?: RequestOf<Name>): Promise<ResponseOf<Name>>;
  /** Signs in again for tokens with current claims. */
  signInAgain(): Promise<{ groups: string[] }>;
}

/** How many people the prepared data of a local cloud contains; see test/cloud-process.ts. */
const preparedCount = 40;
const preparedEmail = (index: number) => `prepared-${index}@example.test`;

/** Registers people who later tests of this data only have to sign in. */
export async function registerPreparedPeople(siteUrl: string): Promise<void> {
  for (let index = 0; index < preparedCount; index++) await register(siteUrl, preparedEmail(index), {});
}

/** How many of the prepared people of each site have been used. Global, because a worker may load this module again. */
const shared = globalThis as { usedPeople?: Map<string, number> };

/** An address without an account, for tests that read the emails of a registration. Those of prepared people link to another site. */
export const newAddress = () => `${randomUUID()}@example.test`;

/**
 * Returns a new user who has signed in. A local cloud with prepared data has some, and starting the functions that register another one
 * takes most of a second.
 * @param email registers a user with this address
 */
export async function registerPerson(siteUrl: string, email?: string): Promise<Person> {
  const settings = await readSettings(siteUrl);
  const prepared = email === undefined ? await signInPrepared(siteUrl) : undefined;
  if (prepared) return personOf(siteUrl, settings, prepared);
  const address = email ?? newAddress();
  await register(siteUrl, address, {});
  return personOf(siteUrl, settings, { email: address, tokens: await signIn(siteUrl, address) });
}

/** @returns undefined when no prepared person is left, or the site has none */
async function signInPrepared(siteUrl: string): Promise<SignedIn | undefined> {
  shared.usedPeople ??= new Map();
  const index = shared.usedPeople.get(siteUrl) ?? 0;
  if (index >= preparedCount) return undefined;
  shared.usedPeople.set(siteUrl, index + 1);
  const email = preparedEmail(index);
  try {
    return { email, tokens: await signIn(siteUrl, email) };
  } catch (error) {
    if ((error as Error).name !== 'NotAuthorizedException') throw error;
    shared.usedPeople.set(siteUrl, preparedCount);
    return undefined;
  }
}

interface SignedIn {
  email: string;
  tokens: Tokens;
}

function personOf(siteUrl: string, settings: WebSettings, { email, tokens: first }: SignedIn): Person {
  let tokens = first;
  return {
    email,
    get userId() {
      return claimsOf(tokens.AccessToken).sub;
    },
    get accessToken() {
      return tokens.AccessToken;
    },
    get idToken() {
      return tokens.IdToken;
    },
    get browserStorage() {
      return {
        ...amplifyStorage(settings, email, tokens),
        session: JSON.stringify(sessionHint(email, tokens)),
        // Otherwise the account page offers a passkey.
        passkeyOffered: 'yes',
      };
    },
    async call(name, data) {
      const response = await callOperation(siteUrl, name, { token: tokens.AccessToken, data: data ?? {} });
      const body = await response.json();
      if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
      return body.result;
    },
    async signInAgain() {
      tokens = await signIn(siteUrl, email);
      return { groups: claimsOf(tokens.AccessToken)['cognito:groups'] ?? [] };
    },
  };
}

/**
 * Registers and confirms with the code from the email. The metadata is what the page sends to our
 * triggers.
 */
export async function register(
  siteUrl: string,
  email: string,
  ClientMetadata: Record<string, string>,
): Promise<void> {
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  await askUserPool(siteUrl, 'SignUp', { ClientId, Username: email, Password: password });
  const ConfirmationCode = await codeFor(siteUrl, email);
  await askUserPool(siteUrl, 'ConfirmSignUp', {
    ClientId,
    Username: email,
    ConfirmationCode,
    ClientMetadata,
  });
}

export function callOperation(
  siteUrl: string,
  name: OperationName,
  { token, data }: { token?: string; data?: unknown },
): Promise<Response> {
  const { method, path } = routes[name];
  return fetch(`${siteUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === 'POST' ? { body: JSON.stringify({ data }) } : {}),
  });
}

export async function readSettings(siteUrl: string): Promise<WebSettings> {
  return (await (await fetch(`${siteUrl}/config.json`)).json()) as WebSettings;
}

interface Tokens {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
}

/**
 * Signs in over SRP, as a browser does, but without Amplify: its arithmetic takes a third of a
 * second.
 */
async function signIn(siteUrl: string, email: string): Promise<Tokens> {
  const { AuthenticationResult: tokens } = await provePassword(siteUrl, email, password);
  if (!tokens) throw new Error(`${email} has a second factor.`);
  return tokens;
}

/** @returns the tokens, or the session of the next challenge */
export async function provePassword(
  siteUrl: string,
  email: string,
  typed: string,
): Promise<{ Session?: string; AuthenticationResult?: Tokens }> {
  const { userPoolId, userPoolClientId: ClientId } = await readSettings(siteUrl);
  const { secret, SRP_A } = beginProof();
  const { ChallengeParameters } = await askUserPool<{ ChallengeParameters: Record<string, string> }>(
    siteUrl,
    'InitiateAuth',
    { ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A } },
  );
  return askUserPool(siteUrl, 'RespondToAuthChallenge', {
    ClientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: proveKnowledge(userPoolId, ChallengeParameters, secret, typed),
  });
}

/**
 * The values that Amplify stores for a sign-in. `auth-sign-in.spec.ts` compares them with those of
 * a browser.
 */
function amplifyStorage(
  { userPoolClientId }: WebSettings,
  email: string,
  tokens: Tokens,
): Record<string, string> {
  const client = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const { sub: userId } = claimsOf(tokens.AccessToken);
  return {
    [`${client}.LastAuthUser`]: userId,
    [`${client}.${userId}.accessToken`]: tokens.AccessToken,
    [`${client}.${userId}.idToken`]: tokens.IdToken,
    [`${client}.${userId}.refreshToken`]: tokens.RefreshToken,
    [`${client}.${userId}.clockDrift`]: '0',
    [`${client}.${userId}.signInDetails`]: JSON.stringify({ loginId: email, authFlowType: 'USER_SRP_AUTH' }),
  };
}

/**
 * The values that our pages store next to the tokens, so that they know of a sign-in without
 * loading the identity provider's code.
 */
function sessionHint(email: string, { AccessToken }: Tokens): Session {
  const { sub: userId, auth_time: signedInAtSeconds, 'cognito:groups': groups = [] } = claimsOf(AccessToken);
  return { userId, email, groups, endsAtMs: (signedInAtSeconds + signInDays * 24 * 60 * 60) * 1000 };
}

interface Claims {
  sub: string;
  /** In seconds since 1970. */
  auth_time: number;
  'cognito:groups'?: string[];
}

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

interface InboxMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The emails to an address, newest first. */
export async function mailsTo(siteUrl: string, email: string): Promise<InboxMail[]> {
  const response = await fetch(`${siteUrl}/__local/mail.json?${new URLSearchParams({ to: email })}`);
  return (await response.json()) as InboxMail[];
}

/** The code in the newest email with a code to an address. */
export async function codeFor(siteUrl: string, email: string): Promise<string> {
  const codes = (await mailsTo(siteUrl, email)).map(({ text }) => /Your code: (\d{6})/.exec(text)?.[1]);
  const code = codes.find((found) => found !== undefined);
  if (!code) throw new Error(`There is no email with a code for ${email}.`);
  return code;
}

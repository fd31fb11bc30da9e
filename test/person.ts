import { randomUUID } from 'node:crypto';
import { Amplify } from 'aws-amplify';
import { confirmSignUp, fetchAuthSession, signIn, signUp } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { signInDays } from '../contract/account-rules.ts';
import type { RequestOf, ResponseOf } from '../contract/operations.ts';
import { type OperationName, routes } from '../contract/routes.ts';
import type { WebSettings } from '../contract/web-settings.ts';
import type { Session } from '../web/src/lib/session.ts';

// It warns of every endpoint that is not AWS.
ConsoleLogger.LOG_LEVEL = 'ERROR';

export const password = 'Correct-horse-7';

/** Somebody with an account, who talks to the site over HTTP as a browser does. */
export interface Person {
  email: string;
  userId: string;
  accessToken: string;
  idToken: string;
  /** What the sign-in leaves in the storage of a browser. */
  browserStorage: Record<string, string>;
  /** Calls an operation and answers its result. @throws Error with the status and body when it is refused. */
  call<Name extends OperationName>(name: Name, data?: RequestOf<Name>): Promise<ResponseOf<Name>>;
  /** Signs in again: what the tokens say is as new as this. */
  signInAgain(): Promise<{ groups: string[] }>;
}

/** Registers, confirms by the code in the mail, and signs in. */
export async function registerPerson(
  siteUrl: string,
  email = `${randomUUID()}@example.test`,
): Promise<Person> {
  let storage = await openNewBrowser(siteUrl);
  await signUp({ username: email, password });
  await confirmSignUp({ username: email, confirmationCode: await codeFor(siteUrl, email) });
  let tokens = await readTokens(email);
  return {
    email,
    get userId() {
      return String(tokens.accessToken.payload.sub);
    },
    get accessToken() {
      return tokens.accessToken.toString();
    },
    get idToken() {
      return String(tokens.idToken);
    },
    get browserStorage() {
      return { ...Object.fromEntries(storage), session: JSON.stringify(sessionHint(email, tokens)) };
    },
    async call(name, data) {
      const response = await callOperation(siteUrl, name, {
        token: tokens.accessToken.toString(),
        data: data ?? {},
      });
      const body = await response.json();
      if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
      return body.result;
    },
    async signInAgain() {
      storage = await openNewBrowser(siteUrl);
      tokens = await readTokens(email);
      return { groups: (tokens.accessToken.payload['cognito:groups'] ?? []) as string[] };
    },
  };
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

/** What our pages keep beside the tokens, so that they know of a sign-in without loading the identity provider's code. */
function sessionHint(email: string, { accessToken }: Tokens): Session {
  const { sub: userId, auth_time: signedInAtSeconds, 'cognito:groups': groups } = accessToken.payload;
  return {
    userId: String(userId),
    email,
    groups: (groups ?? []) as string[],
    endsAtMs: (Number(signedInAtSeconds) + signInDays * 24 * 60 * 60) * 1000,
  };
}

/** Opens a browser in which nobody is signed in, and returns its storage, which a sign-in fills. */
async function openNewBrowser(siteUrl: string): Promise<Map<string, string>> {
  const settings = (await (await fetch(`${siteUrl}/config.json`)).json()) as WebSettings;
  const { userPoolId, userPoolClientId, userPoolEndpoint } = settings;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint ? { userPoolEndpoint } : {}) } },
  });
  const kept = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void kept.set(key, value),
    getItem: async (key) => kept.get(key) ?? null,
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
  return kept;
}

type Tokens = Awaited<ReturnType<typeof readTokens>>;

async function readTokens(email: string) {
  await signIn({ username: email, password });
  const { tokens } = await fetchAuthSession();
  if (!tokens) throw new Error(`${email} could not sign in.`);
  return tokens;
}

interface InboxMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The mails to an address, newest first. */
export async function mailsTo(siteUrl: string, email: string): Promise<InboxMail[]> {
  const mails = (await (await fetch(`${siteUrl}/__local/mail.json`)).json()) as InboxMail[];
  return mails.filter(({ to }) => to === email);
}

/** The code in the newest mail to an address. */
export async function codeFor(siteUrl: string, email: string): Promise<string> {
  const [mail] = await mailsTo(siteUrl, email);
  const code = /Your code: (\d{6})/.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`There is no mail with a code for ${email}.`);
  return code;
}

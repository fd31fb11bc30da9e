import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type CognitoOptions, startCognito } from './start-cognito.ts';
import { beginProof, proveKnowledge } from './test-srp-client.ts';
import { totpCode, totpStep } from './totp.ts';

export const poolId = 'us-east-1_TestPool1';
export const clientId = 'testclient0000000000000001';
export const serverClientId = 'testclient0000000000000002';
export const issuer = `https://cognito-idp.us-east-1.amazonaws.com/${poolId}`;
export const password = 'Correct-horse-7';

/** Shared by all tests of a file, because generating a key is slow. */
const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

export interface Tokens {
  access: string;
  id: string;
  refresh: string;
}

export interface TriggerEvent {
  triggerSource: string;
  userName: string;
  callerContext: { clientId: string };
  request: { code?: string; userAttributes: Record<string, string>; clientMetadata?: object };
}

/** A user pool in a temporary folder, with its emails and trigger events, and an SDK client. */
export async function startTestPool() {
  const dir = await mkdtemp(join(tmpdir(), 'cognito-'));
  await writeFile(join(dir, 'signing-key.pem'), signingKey);
  const mails: { to: string; code: string }[] = [];
  const events: TriggerEvent[] = [];
  const behavior = {
    /** The function of every trigger. A test may replace it. */
    async trigger(event: TriggerEvent): Promise<unknown> {
      const { code, userAttributes } = event.request;
      if (code) mails.push({ to: userAttributes.email ?? '', code: code.replace('encrypted ', '') });
      return event;
    },
  };
  const options: CognitoOptions = {
    dir,
    issuerDomain: 'https://cognito-idp.us-east-1.amazonaws.com',
    pool: {
      id: poolId,
      passwordPolicy: {
        minimumLength: 10,
        requireLowercase: true,
        requireUppercase: true,
        requireNumbers: true,
        requireSymbols: false,
      },
      allowsSignUp: true,
      hasSoftwareTokenMfa: true,
      passkeys: { relyingPartyId: 'localhost', isMultiFactor: true },
    },
    client: {
      id: clientId,
      accessTokenMinutes: 60,
      idTokenMinutes: 30,
      refreshTokenDays: 30,
      writeAttributes: ['email'],
    },
    serverClientId,
    groups: ['admin', 'vip', 'paid'],
    triggers: ['CustomEmailSender', 'PostConfirmation'],
    async trigger(_name, event) {
      events.push(structuredClone(event) as TriggerEvent);
      return behavior.trigger(event as TriggerEvent);
    },
    encryptCode: async (code) => `encrypted ${code}`,
  };

  let service = await startCognito(options);
  let sdk = connect();

  function connect() {
    return new CognitoIdentityProviderClient({
      endpoint: service.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    });
  }

  async function stopService() {
    sdk.destroy();
    await service.stop();
  }

  return {
    dir,
    mails,
    events,
    behavior,
    endpoint: () => service.endpoint,
    jwks: () => service.jwks,
    sdk: () => sdk,
    lastCode: () => mails.at(-1)?.code ?? 'no code',

    async restart(settings: Partial<CognitoOptions['pool']> = {}) {
      await stopService();
      service = await startCognito({ ...options, pool: { ...options.pool, ...settings } });
      sdk = connect();
    },

    async stop() {
      await stopService();
      await rm(dir, { recursive: true });
    },

    async addConfirmedUser(email: string): Promise<string> {
      const user = { ClientId: clientId, Username: email };
      const { UserSub = '' } = await sdk.send(new SignUpCommand({ ...user, Password: password }));
      await sdk.send(new ConfirmSignUpCommand({ ...user, ConfirmationCode: this.lastCode() }));
      return UserSub;
    },

    /** Starts a sign-in, up to the password. */
    async provePassword(email: string, withPassword = password) {
      const flow = { ClientId: clientId, AuthFlow: 'USER_SRP_AUTH' } as const;
      const { secret, SRP_A } = beginProof();
      const { ChallengeParameters: challenge = {} } = await sdk.send(
        new InitiateAuthCommand({ ...flow, AuthParameters: { USERNAME: email, SRP_A } }),
      );
      return sdk.send(
        new RespondToAuthChallengeCommand({
          ClientId: clientId,
          ChallengeName: 'PASSWORD_VERIFIER',
          ChallengeResponses: proveKnowledge(poolId, challenge, secret, withPassword),
        }),
      );
    },

    async signIn(email: string, withPassword = password): Promise<Tokens> {
      const { AuthenticationResult: tokens } = await this.provePassword(email, withPassword);
      return {
        access: tokens?.AccessToken ?? '',
        id: tokens?.IdToken ?? '',
        refresh: tokens?.RefreshToken ?? '',
      };
    },

    /** Turns on an authenticator app. */
    async turnOnApp(email: string): Promise<{ access: string; secret: string }> {
      const { access: AccessToken } = await this.signIn(email);
      const { SecretCode: secret = '' } = await sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
      const UserCode = totpCode(secret, totpStep(Date.now()));
      await sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
      await sdk.send(
        new SetUserMFAPreferenceCommand({
          AccessToken,
          SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
        }),
      );
      return { access: AccessToken, secret };
    },

    /** How many sign-ins of a user have not ended. */
    async countSignIns(userId: string): Promise<number> {
      const stored = JSON.parse(await readFile(join(dir, `${poolId}.json`), 'utf8'));
      return stored.Users[userId].sessions.length;
    },
  };
}

export type TestPool = Awaited<ReturnType<typeof startTestPool>>;

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  CreateGroupCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SetUserPoolMfaConfigCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  clientId,
  password,
  poolId,
  serverClientId,
  startTestPool,
} from '../../../local/fakes/cognito/test-pool.ts';
import { beginProof, proveKnowledge } from '../../../local/fakes/cognito/test-srp-client.ts';
import { totpCode, totpStep } from '../../../local/fakes/cognito/totp.ts';
import type { Started } from '../comparison.ts';
import { startMoto, testClientConfig } from '../install-moto.ts';

interface PoolOfService {
  client: CognitoIdentityProviderClient;
  poolId: string;
  clientId: string;
  serverClientId: string;
  /** The code of the last email. */
  lastCode(): string;
  /**
   * Our pool accepts each code of an app once, and also the code of the next step.
   * moto accepts only the current code, but repeatedly.
   */
  stepsToNextCode: number;
}

/** A user pool with the settings of our stack, and what people do with it. */
export type ComparablePool = ReturnType<typeof comparablePool>;

let people = 0;

/** Codes of an authenticator app. */
interface AppCodes {
  firstCode: string;
  nextCode(): string;
  wrongCode(): string;
}

function comparablePool(pool: PoolOfService) {
  const { client, poolId, clientId, lastCode, stepsToNextCode } = pool;

  async function signUp(): Promise<string> {
    const email = `person-${++people}@example.com`;
    await client.send(new SignUpCommand({ ClientId: clientId, Username: email, Password: password }));
    return email;
  }

  /** Returns what proves the password. */
  async function startSignIn(email: string) {
    const { secret, SRP_A } = beginProof();
    const { ChallengeParameters: challenge = {} } = await client.send(
      new InitiateAuthCommand({
        ClientId: clientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: email, SRP_A },
      }),
    );
    return (withPassword = password) =>
      client.send(
        new RespondToAuthChallengeCommand({
          ClientId: clientId,
          ChallengeName: 'PASSWORD_VERIFIER',
          ChallengeResponses: proveKnowledge(poolId, challenge, secret, withPassword),
        }),
      );
  }

  async function provePassword(email: string) {
    const prove = await startSignIn(email);
    return prove();
  }

  /** A new authenticator app that is not verified. */
  async function addApp(AccessToken: string): Promise<AppCodes> {
    const { SecretCode = '' } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    // The secret of moto is in lower case.
    const codeAfter = (steps: number) => totpCode(SecretCode.toUpperCase(), totpStep(Date.now()) + steps);
    const wrongCode = () => {
      const valid = [-1, 0, 1, 2].map(codeAfter);
      return ['000000', '000001', '000002', '000003', '000004'].find((code) => !valid.includes(code)) ?? '';
    };
    return { firstCode: codeAfter(0), nextCode: () => codeAfter(stepsToNextCode), wrongCode };
  }

  async function verifyApp(AccessToken: string) {
    const app = await addApp(AccessToken);
    await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: app.firstCode }));
    return app;
  }

  return {
    ...pool,
    password,
    signUp,
    startSignIn,
    provePassword,
    addApp,
    verifyApp,

    /** @returns the email address */
    async addUser(): Promise<string> {
      const email = await signUp();
      await client.send(
        new ConfirmSignUpCommand({ ClientId: clientId, Username: email, ConfirmationCode: lastCode() }),
      );
      return email;
    },

    async signIn(email: string): Promise<{ access: string; refresh: string }> {
      const { AuthenticationResult: tokens } = await provePassword(email);
      return { access: tokens?.AccessToken ?? '', refresh: tokens?.RefreshToken ?? '' };
    },

    /** Turns on an authenticator app. */
    async turnOnApp(AccessToken: string) {
      const app = await verifyApp(AccessToken);
      await client.send(
        new SetUserMFAPreferenceCommand({
          AccessToken,
          SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
        }),
      );
      return app;
    },
  };
}

export async function startOurPool(): Promise<Started<ComparablePool>> {
  const pool = await startTestPool();
  const { lastCode, sdk, stop } = pool;
  const service = comparablePool({
    client: sdk(),
    poolId,
    clientId,
    serverClientId,
    lastCode,
    stepsToNextCode: 1,
  });
  return { service, stop };
}

export async function startMotoPool(): Promise<Started<ComparablePool>> {
  // Without the setting, moto accepts all codes of authenticator apps.
  const { url, stop } = await startMoto({ env: { MOTO_COGNITO_IDP_USER_POOL_ENABLE_TOTP: 'true' } });
  const client = new CognitoIdentityProviderClient(testClientConfig(url));
  const { UserPool } = await client.send(
    new CreateUserPoolCommand({
      PoolName: 'conformance',
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      UsernameConfiguration: { CaseSensitive: false },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 10,
          RequireLowercase: true,
          RequireUppercase: true,
          RequireNumbers: true,
          RequireSymbols: false,
        },
      },
    }),
  );
  const UserPoolId = UserPool?.Id ?? '';
  await client.send(
    new SetUserPoolMfaConfigCommand({
      UserPoolId,
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    }),
  );
  for (const GroupName of ['admin', 'vip', 'paid'])
    await client.send(new CreateGroupCommand({ UserPoolId, GroupName }));
  const addClient = async (ClientName: string) => {
    const command = { UserPoolId, ClientName, PreventUserExistenceErrors: 'ENABLED' } as const;
    const { UserPoolClient } = await client.send(new CreateUserPoolClientCommand(command));
    return UserPoolClient?.ClientId ?? '';
  };
  const service = comparablePool({
    client,
    poolId: UserPoolId,
    clientId: await addClient('web'),
    serverClientId: await addClient('server'),
    // moto sends no emails, and accepts any code.
    lastCode: () => '123456',
    stepsToNextCode: 0,
  });
  return { service, stop };
}

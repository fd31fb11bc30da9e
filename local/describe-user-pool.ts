import type { Group } from '../contract/records/groups.ts';
import type { CognitoOptions } from './fakes/cognito/start-cognito.ts';
import type { TriggerName } from './fakes/cognito/triggers.ts';
import { localName, type Named } from './local-name.ts';

export interface LocalUserPool {
  id: string;
  groups: Group[];
  passwordPolicy: CognitoOptions['pool']['passwordPolicy'];
  /** Whether people may create an account themselves. */
  allowsSignUp: boolean;
  /** Whether users may turn on codes of an authenticator app. */
  hasSoftwareTokenMfa: boolean;
  /** Undefined if the pool has no passkeys. */
  passkeys: CognitoOptions['pool']['passkeys'];
  triggers: { name: TriggerName; functionId: string }[];
  /** The key that encrypts codes for the function that mails them. */
  codeKeyArn: string;
  client: CognitoOptions['client'];
  /** The app client with which functions check passwords. */
  serverClientId: string;
}

/** The user pool of the stack, which has one, with a client for browsers and one for functions. */
export function describeUserPool(all: (type: string) => Named[]): LocalUserPool {
  const [pool] = all('AWS::Cognito::UserPool');
  const clients = all('AWS::Cognito::UserPoolClient');
  const isOfServer = ([, client]: Named) =>
    client.Properties.ExplicitAuthFlows.includes('ALLOW_ADMIN_USER_PASSWORD_AUTH');
  const client = clients.find((named) => !isOfServer(named));
  const serverClient = clients.find(isOfServer);
  if (!pool || !client || !serverClient) throw new Error('The stack has no user pool with two clients.');
  const policy = pool[1].Properties.Policies.PasswordPolicy;
  const { CustomEmailSender, PostConfirmation, KMSKeyID } = pool[1].Properties.LambdaConfig;
  const { AccessTokenValidity, IdTokenValidity, RefreshTokenValidity, WriteAttributes } =
    client[1].Properties;
  const minutesPerDay = 24 * 60;
  return {
    id: localName(...pool),
    groups: all('AWS::Cognito::UserPoolGroup').map(([, group]) => group.Properties.GroupName),
    passwordPolicy: {
      minimumLength: policy.MinimumLength,
      requireLowercase: policy.RequireLowercase,
      requireUppercase: policy.RequireUppercase,
      requireNumbers: policy.RequireNumbers,
      requireSymbols: policy.RequireSymbols,
    },
    allowsSignUp: !pool[1].Properties.AdminCreateUserConfig.AllowAdminCreateUserOnly,
    hasSoftwareTokenMfa:
      pool[1].Properties.MfaConfiguration === 'OPTIONAL' &&
      pool[1].Properties.EnabledMfas.includes('SOFTWARE_TOKEN_MFA'),
    passkeys: describePasskeys(pool[1].Properties),
    triggers: [
      { name: 'CustomEmailSender', functionId: CustomEmailSender.LambdaArn },
      { name: 'PostConfirmation', functionId: PostConfirmation },
    ],
    codeKeyArn: KMSKeyID,
    // CDK writes all three in minutes.
    client: {
      id: localName(...client),
      accessTokenMinutes: AccessTokenValidity,
      idTokenMinutes: IdTokenValidity,
      refreshTokenDays: RefreshTokenValidity / minutesPerDay,
      writeAttributes: WriteAttributes,
    },
    serverClientId: localName(...serverClient),
  };
}

function describePasskeys({
  Policies,
  WebAuthnRelyingPartyID,
  WebAuthnFactorConfiguration,
}: Named[1]['Properties']): LocalUserPool['passkeys'] {
  if (!Policies.SignInPolicy?.AllowedFirstAuthFactors.includes('WEB_AUTHN')) return undefined;
  return {
    relyingPartyId: WebAuthnRelyingPartyID,
    isMultiFactor: WebAuthnFactorConfiguration === 'MULTI_FACTOR_WITH_USER_VERIFICATION',
  };
}

import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  CompleteWebAuthnRegistrationCommand,
  DeleteUserCommand,
  DeleteWebAuthnCredentialCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  StartWebAuthnRegistrationCommand,
  UpdateUserAttributesCommand,
  VerifySoftwareTokenCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import type { ComparablePool } from './comparable-pool.ts';

/** What a new person does who has signed in. */
const asPerson = (
  name: string,
  act: (
    pool: ComparablePool,
    person: { email: string; AccessToken: string },
  ) => Parameters<typeof shapeOfAnswer>[0],
): Probe<ComparablePool> => ({
  name,
  async run(pool) {
    const email = await pool.addUser();
    const { access: AccessToken } = await pool.signIn(email);
    return shapeOfAnswer(act(pool, { email, AccessToken }));
  },
});

const changeEmail = ({ client }: ComparablePool, AccessToken: string, Value: string) =>
  client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'email', Value }] }));

const app = { Enabled: true, PreferredMfa: true };
const wrongCode = '000000';

export const accountProbes: Probe<ComparablePool>[] = [
  asPerson('GetUser', ({ client }, { AccessToken }) => client.send(new GetUserCommand({ AccessToken }))),
  {
    name: 'GetUser: invalid token',
    run: ({ client }) => shapeOfAnswer(client.send(new GetUserCommand({ AccessToken: 'a.b.c' }))),
  },
  asPerson('UpdateUserAttributes: new address', (pool, { email, AccessToken }) =>
    changeEmail(pool, AccessToken, `new-${email}`),
  ),
  asPerson('UpdateUserAttributes: same address', (pool, { email, AccessToken }) =>
    changeEmail(pool, AccessToken, email),
  ),
  asPerson('UpdateUserAttributes: taken address', async (pool, { AccessToken }) =>
    changeEmail(pool, AccessToken, await pool.addUser()),
  ),
  asPerson('GetUserAttributeVerificationCode', ({ client }, { AccessToken }) =>
    client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'email' })),
  ),
  asPerson('VerifyUserAttribute', async (pool, { email, AccessToken }) => {
    await changeEmail(pool, AccessToken, `verified-${email}`);
    const verified = { AccessToken, AttributeName: 'email', Code: pool.lastCode() };
    return pool.client.send(new VerifyUserAttributeCommand(verified));
  }),
  asPerson('ChangePassword', ({ client, password: PreviousPassword }, { AccessToken }) =>
    client.send(
      new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword: 'Another-horse-8' }),
    ),
  ),
  asPerson('ChangePassword: wrong password', ({ client }, { AccessToken }) =>
    client.send(
      new ChangePasswordCommand({
        AccessToken,
        PreviousPassword: 'Wrong-horse-9',
        ProposedPassword: 'Another-horse-8',
      }),
    ),
  ),
  asPerson('ChangePassword: short password', ({ client, password: PreviousPassword }, { AccessToken }) =>
    client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword: 'Short-1' })),
  ),
  asPerson('DeleteUser', ({ client }, { AccessToken }) =>
    client.send(new DeleteUserCommand({ AccessToken })),
  ),

  asPerson('AssociateSoftwareToken', ({ client }, { AccessToken }) =>
    client.send(new AssociateSoftwareTokenCommand({ AccessToken })),
  ),
  asPerson('VerifySoftwareToken', async ({ client, firstCode }, { AccessToken }) =>
    client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: await firstCode(AccessToken) })),
  ),
  asPerson('VerifySoftwareToken: wrong code', async ({ client }, { AccessToken }) => {
    await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    return client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: wrongCode }));
  }),
  asPerson('SetUserMFAPreference: app that is not verified', ({ client }, { AccessToken }) =>
    client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: app })),
  ),
  asPerson('GetUser: with an app', async ({ client, turnOnApp }, { AccessToken }) => {
    await turnOnApp(AccessToken);
    return client.send(new GetUserCommand({ AccessToken }));
  }),
  asPerson(
    'RespondToAuthChallenge PASSWORD_VERIFIER: with an app',
    async ({ turnOnApp, provePassword }, { email, AccessToken }) => {
      await turnOnApp(AccessToken);
      return provePassword(email);
    },
  ),
  asPerson(
    'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: wrong code',
    async ({ client, clientId: ClientId, turnOnApp, provePassword }, { email, AccessToken }) => {
      await turnOnApp(AccessToken);
      const { Session } = await provePassword(email);
      return client.send(
        new RespondToAuthChallengeCommand({
          ClientId,
          ChallengeName: 'SOFTWARE_TOKEN_MFA',
          Session,
          ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: wrongCode },
        }),
      );
    },
  ),

  asPerson('StartWebAuthnRegistration', ({ client }, { AccessToken }) =>
    client.send(new StartWebAuthnRegistrationCommand({ AccessToken })),
  ),
  asPerson('CompleteWebAuthnRegistration: invalid credential', ({ client }, { AccessToken }) =>
    client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: {} })),
  ),
  asPerson('ListWebAuthnCredentials', ({ client }, { AccessToken }) =>
    client.send(new ListWebAuthnCredentialsCommand({ AccessToken })),
  ),
  asPerson('DeleteWebAuthnCredential: unknown passkey', ({ client }, { AccessToken }) =>
    client.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: 'unknown' })),
  ),
];

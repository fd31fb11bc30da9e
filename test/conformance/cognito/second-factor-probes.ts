import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { asPerson } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

type Act = Parameters<typeof asPerson>[1];
type Person = Parameters<Act>[1];

const app = { Enabled: true, PreferredMfa: true };
const noApp = { Enabled: false, PreferredMfa: false };
const wrongCode = '000000';

/** What the site sends on a stage with passkeys. */
const setFactors = ({ client }: ComparablePool, AccessToken: string, isOn: boolean) =>
  client.send(
    new SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: isOn ? app : noApp,
      WebAuthnMfaSettings: { Enabled: isOn },
    }),
  );

/** What functions send on a stage with passkeys. */
const turnOffByAdmin = ({ client, poolId: UserPoolId }: ComparablePool, Username: string) =>
  client.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId,
      Username,
      SoftwareTokenMfaSettings: noApp,
      WebAuthnMfaSettings: { Enabled: false },
    }),
  );

/** Answers the challenge that follows the password of a person with an app. */
async function answerChallenge(
  { client, clientId: ClientId, provePassword }: ComparablePool,
  email: string,
  ChallengeResponses: Record<string, string>,
) {
  const { Session } = await provePassword(email);
  return client.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses,
    }),
  );
}

const withApp = (
  name: string,
  act: (
    pool: ComparablePool,
    person: Person,
    app: Awaited<ReturnType<ComparablePool['turnOnApp']>>,
  ) => ReturnType<Act>,
) => asPerson(name, async (pool, person) => act(pool, person, await pool.turnOnApp(person.AccessToken)));

/** The factors of a person after a change. AWS does not document whether Cognito sends empty values. */
const factorsAfter = (
  name: string,
  change: (pool: ComparablePool, person: Person) => Promise<unknown>,
): Probe<ComparablePool> => ({
  name: `factors of a person: ${name}`,
  async run(pool) {
    const email = await pool.addUser();
    const { access: AccessToken } = await pool.signIn(email);
    await pool.verifyApp(AccessToken);
    await change(pool, { email, AccessToken });
    const { UserMFASettingList: factors = [], PreferredMfaSetting } = await pool.client.send(
      new AdminGetUserCommand({ UserPoolId: pool.poolId, Username: email }),
    );
    return { factors, preferred: PreferredMfaSetting || 'none' };
  },
});

export const secondFactorProbes: Probe<ComparablePool>[] = [
  asPerson('AssociateSoftwareToken', ({ client }, { AccessToken }) =>
    client.send(new AssociateSoftwareTokenCommand({ AccessToken })),
  ),
  asPerson('AssociateSoftwareToken: deleted user', async ({ client, poolId: UserPoolId }, person) => {
    await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: person.email }));
    return client.send(new AssociateSoftwareTokenCommand({ AccessToken: person.AccessToken }));
  }),
  asPerson('VerifySoftwareToken', async ({ client, addApp }, { AccessToken }) => {
    const { firstCode: UserCode } = await addApp(AccessToken);
    return client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  }),
  asPerson('VerifySoftwareToken: wrong code', async ({ client, addApp }, { AccessToken }) => {
    await addApp(AccessToken);
    return client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: wrongCode }));
  }),
  asPerson('SetUserMFAPreference: app that is not verified', ({ client }, { AccessToken }) =>
    client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: app })),
  ),
  asPerson('SetUserMFAPreference: on', async (pool, { AccessToken }) => {
    await pool.verifyApp(AccessToken);
    return setFactors(pool, AccessToken, true);
  }),
  withApp('SetUserMFAPreference: off', (pool, { AccessToken }) => setFactors(pool, AccessToken, false)),
  withApp('AdminSetUserMFAPreference: off, with an app', (pool, { email }) => turnOffByAdmin(pool, email)),

  factorsAfter('a verified app', async () => {}),
  factorsAfter('turned on', (pool, { AccessToken }) => setFactors(pool, AccessToken, true)),
  factorsAfter('turned off', async (pool, { AccessToken }) => {
    await setFactors(pool, AccessToken, true);
    await setFactors(pool, AccessToken, false);
  }),
  factorsAfter('turned off by a function', async (pool, { email, AccessToken }) => {
    await setFactors(pool, AccessToken, true);
    await turnOffByAdmin(pool, email);
  }),

  withApp('GetUser: with an app', ({ client }, { AccessToken }) =>
    client.send(new GetUserCommand({ AccessToken })),
  ),
  withApp('RespondToAuthChallenge PASSWORD_VERIFIER: with an app', ({ provePassword }, { email }) =>
    provePassword(email),
  ),
  withApp('RespondToAuthChallenge PASSWORD_VERIFIER: after the app was turned off', async (pool, person) => {
    await turnOffByAdmin(pool, person.email);
    return pool.provePassword(person.email);
  }),
  withApp('RespondToAuthChallenge SOFTWARE_TOKEN_MFA', (pool, { email }, { nextCode }) =>
    answerChallenge(pool, email, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: nextCode() }),
  ),
  withApp('RespondToAuthChallenge SOFTWARE_TOKEN_MFA: wrong code', (pool, { email }) =>
    answerChallenge(pool, email, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: wrongCode }),
  ),
  withApp(
    'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: code of the verification',
    (pool, person, { firstCode }) =>
      answerChallenge(pool, person.email, { USERNAME: person.email, SOFTWARE_TOKEN_MFA_CODE: firstCode }),
  ),
  withApp('RespondToAuthChallenge SOFTWARE_TOKEN_MFA: no username', (pool, { email }, { nextCode }) =>
    answerChallenge(pool, email, { SOFTWARE_TOKEN_MFA_CODE: nextCode() }),
  ),
];

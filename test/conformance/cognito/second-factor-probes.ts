import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { asPerson, deletePerson, type Person } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

const app = { Enabled: true, PreferredMfa: true };
const noApp = { Enabled: false, PreferredMfa: false };

/** Turns both second factors on or off, as the site does on a stage with passkeys. */
const setFactors = ({ client }: ComparablePool, AccessToken: string, isOn: boolean) =>
  client.send(
    new SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: isOn ? app : noApp,
      WebAuthnMfaSettings: { Enabled: isOn },
    }),
  );

/** Turns off both second factors, as the functions do on a stage with passkeys. */
const turnOffByAdmin = ({ client, poolId: UserPoolId }: ComparablePool, Username: string) =>
  client.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId,
      Username,
      SoftwareTokenMfaSettings: noApp,
      WebAuthnMfaSettings: { Enabled: false },
    }),
  );

const beginApp = ({ client }: ComparablePool, { AccessToken }: Person) =>
  client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
const addApp = ({ addApp }: ComparablePool, { AccessToken }: Person) => addApp(AccessToken);
const verifyApp = ({ verifyApp }: ComparablePool, { AccessToken }: Person) => verifyApp(AccessToken);
const turnOnApp = ({ turnOnApp }: ComparablePool, { AccessToken }: Person) => turnOnApp(AccessToken);

/** Turns on an app, and signs in up to the challenge that asks for its code. */
async function askForCode(pool: ComparablePool, person: Person) {
  const app = await turnOnApp(pool, person);
  const { Session } = await pool.provePassword(person.email);
  return { ...app, Session };
}

const answerChallenge = (
  { client, clientId: ClientId }: ComparablePool,
  Session: string | undefined,
  ChallengeResponses: Record<string, string>,
) =>
  client.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses,
    }),
  );

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
  asPerson('AssociateSoftwareToken', beginApp),
  asPerson('AssociateSoftwareToken: deleted user', beginApp, deletePerson),
  asPerson(
    'VerifySoftwareToken',
    ({ client }, { AccessToken }, { firstCode: UserCode }) =>
      client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode })),
    addApp,
  ),
  asPerson(
    'VerifySoftwareToken: wrong code',
    ({ client }, { AccessToken }, { wrongCode }) =>
      client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: wrongCode() })),
    addApp,
  ),
  asPerson('SetUserMFAPreference: app that is not verified', ({ client }, { AccessToken }) =>
    client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: app })),
  ),
  asPerson(
    'SetUserMFAPreference: on',
    (pool, { AccessToken }) => setFactors(pool, AccessToken, true),
    verifyApp,
  ),
  asPerson(
    'SetUserMFAPreference: off',
    (pool, { AccessToken }) => setFactors(pool, AccessToken, false),
    turnOnApp,
  ),
  asPerson(
    'AdminSetUserMFAPreference: off, with an app',
    (pool, { email }) => turnOffByAdmin(pool, email),
    turnOnApp,
  ),

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

  asPerson(
    'GetUser: with an app',
    ({ client }, { AccessToken }) => client.send(new GetUserCommand({ AccessToken })),
    turnOnApp,
  ),
  asPerson(
    'RespondToAuthChallenge PASSWORD_VERIFIER: with an app',
    (_pool, _person, prove) => prove(),
    async (pool: ComparablePool, person: Person) => {
      await turnOnApp(pool, person);
      return pool.startSignIn(person.email);
    },
  ),
  asPerson(
    'RespondToAuthChallenge PASSWORD_VERIFIER: after the app was turned off',
    (_pool, _person, prove) => prove(),
    async (pool: ComparablePool, person: Person) => {
      await turnOnApp(pool, person);
      await turnOffByAdmin(pool, person.email);
      return pool.startSignIn(person.email);
    },
  ),
  asPerson(
    'RespondToAuthChallenge SOFTWARE_TOKEN_MFA',
    (pool, { email }, { Session, nextCode }) =>
      answerChallenge(pool, Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: nextCode() }),
    askForCode,
  ),
  asPerson(
    'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: wrong code',
    (pool, { email }, { Session, wrongCode }) =>
      answerChallenge(pool, Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: wrongCode() }),
    askForCode,
  ),
  asPerson(
    'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: code of the verification',
    (pool, { email }, { Session, firstCode }) =>
      answerChallenge(pool, Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: firstCode }),
    askForCode,
  ),
  asPerson(
    'RespondToAuthChallenge SOFTWARE_TOKEN_MFA: no username',
    (pool, _person, { Session, nextCode }) =>
      answerChallenge(pool, Session, { SOFTWARE_TOKEN_MFA_CODE: nextCode() }),
    askForCode,
  ),
];

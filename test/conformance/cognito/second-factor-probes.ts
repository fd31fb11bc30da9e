import {
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { asPerson } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

const app = { Enabled: true, PreferredMfa: true };
const wrongCode = '000000';

export const secondFactorProbes: Probe<ComparablePool>[] = [
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
];

import {
  AdminDeleteUserCommand,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  StartWebAuthnRegistrationCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { maxPasskeys } from '../../../contract/rules/passkey-limits.ts';
import { createAuthenticator } from '../../../local/fakes/cognito/test-authenticator.ts';
import type { Probe } from '../comparison.ts';
import { asPerson } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

const here = { origin: 'http://localhost:3000' };

type Authenticator = ReturnType<typeof createAuthenticator>;

async function register({ client }: ComparablePool, AccessToken: string, authenticator: Authenticator) {
  const { CredentialCreationOptions: options } = await client.send(
    new StartWebAuthnRegistrationCommand({ AccessToken }),
  );
  const Credential = authenticator.register(
    options as unknown as Parameters<Authenticator['register']>[0],
    here,
  );
  return client.send(
    new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: Credential as never }),
  );
}

const begin = ({ client, clientId: ClientId }: ComparablePool, USERNAME: string) =>
  client.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    }),
  );

const answer = (
  { client, clientId: ClientId }: ComparablePool,
  USERNAME: string,
  { Session, ChallengeParameters }: Awaited<ReturnType<typeof begin>>,
  authenticator: Authenticator,
  behavior = here,
) => {
  const options = JSON.parse(ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}');
  return client.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'WEB_AUTHN',
      Session,
      ChallengeResponses: { USERNAME, CREDENTIAL: JSON.stringify(authenticator.sign(options, behavior)) },
    }),
  );
};

const withPasskey = (
  name: string,
  act: (
    pool: ComparablePool,
    person: { email: string; AccessToken: string },
    authenticator: Authenticator,
  ) => ReturnType<Parameters<typeof asPerson>[1]>,
) =>
  asPerson(name, async (pool, person) => {
    const authenticator = createAuthenticator();
    await register(pool, person.AccessToken, authenticator);
    return act(pool, person, authenticator);
  });

export const passkeyProbes: Probe<ComparablePool>[] = [
  asPerson('StartWebAuthnRegistration', ({ client }, { AccessToken }) =>
    client.send(new StartWebAuthnRegistrationCommand({ AccessToken })),
  ),
  asPerson('CompleteWebAuthnRegistration', (pool, { AccessToken }) =>
    register(pool, AccessToken, createAuthenticator()),
  ),
  asPerson('CompleteWebAuthnRegistration: not begun', ({ client }, { AccessToken }) =>
    client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: {} })),
  ),
  asPerson('CompleteWebAuthnRegistration: invalid credential', async ({ client }, { AccessToken }) => {
    await client.send(new StartWebAuthnRegistrationCommand({ AccessToken }));
    return client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: {} }));
  }),
  asPerson('ListWebAuthnCredentials', ({ client }, { AccessToken }) =>
    client.send(new ListWebAuthnCredentialsCommand({ AccessToken })),
  ),
  asPerson('ListWebAuthnCredentials: deleted user', async ({ client, poolId: UserPoolId }, person) => {
    await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: person.email }));
    return client.send(new ListWebAuthnCredentialsCommand({ AccessToken: person.AccessToken }));
  }),
  withPasskey('ListWebAuthnCredentials: with a passkey', ({ client }, { AccessToken }) =>
    client.send(new ListWebAuthnCredentialsCommand({ AccessToken, MaxResults: maxPasskeys })),
  ),
  withPasskey('DeleteWebAuthnCredential', ({ client }, { AccessToken }, { id: CredentialId }) =>
    client.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId })),
  ),
  asPerson('DeleteWebAuthnCredential: unknown passkey', ({ client }, { AccessToken }) =>
    client.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: 'unknown' })),
  ),
  asPerson('InitiateAuth USER_AUTH', (pool, { email }) => begin(pool, email)),
  withPasskey('InitiateAuth USER_AUTH: with a passkey', (pool, { email }) => begin(pool, email)),
  withPasskey('RespondToAuthChallenge WEB_AUTHN', async (pool, { email }, authenticator) =>
    answer(pool, email, await begin(pool, email), authenticator),
  ),
  withPasskey('RespondToAuthChallenge WEB_AUTHN: another passkey', async (pool, { email }) =>
    answer(pool, email, await begin(pool, email), createAuthenticator()),
  ),
  withPasskey('RespondToAuthChallenge WEB_AUTHN: another site', async (pool, { email }, authenticator) =>
    answer(pool, email, await begin(pool, email), authenticator, { origin: 'https://another.example' }),
  ),
];

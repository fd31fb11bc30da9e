import {
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  StartWebAuthnRegistrationCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { maxPasskeys } from '../../../contract/rules/passkey-limits.ts';
import { createAuthenticator } from '../../../scripts/commands/smoke/software-authenticator.ts';
import type { Probe } from '../comparison.ts';
import { asPerson, deletePerson, type Person } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

const here = { origin: 'http://localhost:3000' };

type Authenticator = ReturnType<typeof createAuthenticator>;

const beginRegistration = ({ client }: ComparablePool, { AccessToken }: Person) =>
  client.send(new StartWebAuthnRegistrationCommand({ AccessToken }));

const completeRegistration = (
  { client }: ComparablePool,
  { AccessToken }: Person,
  Credential: Record<string, unknown>,
) => client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: Credential as never }));

const listPasskeys = ({ client }: ComparablePool, { AccessToken }: Person) =>
  client.send(new ListWebAuthnCredentialsCommand({ AccessToken }));

/** A new passkey that is not registered. */
async function createPasskey(pool: ComparablePool, person: Person) {
  const { CredentialCreationOptions: options } = await beginRegistration(pool, person);
  const authenticator = createAuthenticator();
  const credential = authenticator.register(
    options as unknown as Parameters<Authenticator['register']>[0],
    here,
  );
  return { authenticator, credential };
}

async function registerPasskey(pool: ComparablePool, person: Person): Promise<Authenticator> {
  const { authenticator, credential } = await createPasskey(pool, person);
  await completeRegistration(pool, person, credential);
  return authenticator;
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

/** Registers a passkey, and signs in up to the challenge that asks for it. */
async function askForPasskey(pool: ComparablePool, person: Person) {
  const authenticator = await registerPasskey(pool, person);
  return { authenticator, challenge: await begin(pool, person.email) };
}

export const passkeyProbes: Probe<ComparablePool>[] = [
  asPerson('StartWebAuthnRegistration', beginRegistration),
  asPerson(
    'CompleteWebAuthnRegistration',
    (pool, person, { credential }) => completeRegistration(pool, person, credential),
    createPasskey,
  ),
  asPerson('CompleteWebAuthnRegistration: not begun', (pool, person) =>
    completeRegistration(pool, person, {}),
  ),
  asPerson(
    'CompleteWebAuthnRegistration: invalid credential',
    (pool, person) => completeRegistration(pool, person, {}),
    beginRegistration,
  ),
  asPerson('ListWebAuthnCredentials', listPasskeys),
  asPerson('ListWebAuthnCredentials: deleted user', listPasskeys, deletePerson),
  asPerson(
    'ListWebAuthnCredentials: with a passkey',
    ({ client }, { AccessToken }) =>
      client.send(new ListWebAuthnCredentialsCommand({ AccessToken, MaxResults: maxPasskeys })),
    registerPasskey,
  ),
  asPerson(
    'DeleteWebAuthnCredential',
    ({ client }, { AccessToken }, { id: CredentialId }) =>
      client.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId })),
    registerPasskey,
  ),
  asPerson('DeleteWebAuthnCredential: unknown passkey', ({ client }, { AccessToken }) =>
    client.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: 'unknown' })),
  ),
  asPerson('InitiateAuth USER_AUTH', (pool, { email }) => begin(pool, email)),
  asPerson(
    'InitiateAuth USER_AUTH: with a passkey',
    (pool, { email }) => begin(pool, email),
    registerPasskey,
  ),
  asPerson(
    'RespondToAuthChallenge WEB_AUTHN',
    (pool, { email }, { authenticator, challenge }) => answer(pool, email, challenge, authenticator),
    askForPasskey,
  ),
  asPerson(
    'RespondToAuthChallenge WEB_AUTHN: another passkey',
    (pool, { email }, { challenge }) => answer(pool, email, challenge, createAuthenticator()),
    askForPasskey,
  ),
  asPerson(
    'RespondToAuthChallenge WEB_AUTHN: another site',
    (pool, { email }, { authenticator, challenge }) =>
      answer(pool, email, challenge, authenticator, { origin: 'https://another.example' }),
    askForPasskey,
  ),
];

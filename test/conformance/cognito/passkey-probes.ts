import {
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  StartWebAuthnRegistrationCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import { asPerson } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

export const passkeyProbes: Probe<ComparablePool>[] = [
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
  {
    name: 'InitiateAuth USER_AUTH',
    async run({ client, clientId: ClientId, addUser }) {
      const AuthParameters = { USERNAME: await addUser(), PREFERRED_CHALLENGE: 'WEB_AUTHN' };
      return shapeOfAnswer(
        client.send(new InitiateAuthCommand({ ClientId, AuthFlow: 'USER_AUTH', AuthParameters })),
      );
    },
  },
];

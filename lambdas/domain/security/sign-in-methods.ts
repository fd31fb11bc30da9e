import {
  type CognitoIdentityProviderClient,
  ListWebAuthnCredentialsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { maxPasskeys } from '../../../contract/rules/passkey-limits.ts';
import type { Caller } from '../../platform/caller.ts';
import { explainRefusal, readOwnSignIn } from '../users/read-account.ts';
import type { SignInMethods } from './report-security-changes.ts';

interface Passkey {
  id: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/**
 * Reads the sign-in methods of a caller with the caller's own token.
 * @param stage.hasPasskeys whether the stage has passkeys
 */
export function signInMethods(
  cognito: CognitoIdentityProviderClient,
  { hasPasskeys }: { hasPasskeys: boolean },
) {
  /** The caller's passkeys. A stage without a domain has none, and Cognito might refuse to list them. */
  async function readPasskeys({ accessToken }: Pick<Caller, 'accessToken'>): Promise<Passkey[]> {
    if (!hasPasskeys) return [];
    const { Credentials = [] } = await cognito
      .send(new ListWebAuthnCredentialsCommand({ AccessToken: accessToken, MaxResults: maxPasskeys }))
      .catch(explainRefusal);
    return Credentials.flatMap(({ CredentialId, CreatedAt }) =>
      CredentialId && CreatedAt ? [{ id: CredentialId, createdAt: CreatedAt.toISOString() }] : [],
    );
  }

  return {
    readPasskeys,

    /** @throws AppError as `readOwnSignIn` does */
    async read(caller: Pick<Caller, 'accessToken'>): Promise<SignInMethods & { email: string }> {
      const { account, hasSecondFactor } = await readOwnSignIn(cognito, caller);
      const passkeyIds = (await readPasskeys(caller)).map(({ id }) => id);
      return { email: account.email, hasApp: hasSecondFactor, passkeyIds };
    },
  };
}

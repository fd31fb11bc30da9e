import * as z from 'zod';
import type { Passkey } from './account.ts';
import { CognitoError, invalidAccessToken, resourceNotFound } from './cognito-error.ts';
import { accessToken, operation, type PoolContext } from './operation.ts';
import { challengeMs, describeNewPasskey, passkeysOf, verifyNewPasskey } from './passkeys.ts';

/** The largest `MaxResults`: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListWebAuthnCredentials.html */
const maxPasskeys = 20;

const withToken = z.object({ AccessToken: accessToken });
const completeRegistration = withToken.extend({ Credential: z.unknown() });
const listCredentials = withToken.extend({
  MaxResults: z.int().min(0).max(maxPasskeys).optional(),
  NextToken: z.string().optional(),
});
const deleteCredential = withToken.extend({ CredentialId: z.string().min(1).max(2048) });

/** https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html */
export function passkeyOperations({ pool, sessions, passkeys: settings }: PoolContext) {
  /** The pending registrations by user id. After a restart, a browser has to start its registration again. */
  const registrations = new Map<string, { challenge: string; expiresAtMs: number }>();

  const accountOf = (token: string) => sessions.accountOf(token, invalidAccessToken);

  /** @param error the one that AWS documents for the operation */
  function requireSettings(error: 'WebAuthnNotEnabledException' | 'OperationNotEnabledException') {
    if (!settings) throw new CognitoError(error, 'Passkeys are not enabled.');
    return settings;
  }

  return {
    StartWebAuthnRegistration: operation(withToken, async ({ AccessToken }) => {
      const account = accountOf(AccessToken);
      const options = await describeNewPasskey(requireSettings('WebAuthnNotEnabledException'), account);
      registrations.set(account.Username, {
        challenge: options.challenge,
        expiresAtMs: Date.now() + challengeMs,
      });
      return { answer: { CredentialCreationOptions: options } };
    }),

    CompleteWebAuthnRegistration: operation(completeRegistration, async ({ AccessToken, Credential }) => {
      const enabled = requireSettings('WebAuthnNotEnabledException');
      const { Username } = accountOf(AccessToken);
      const begun = registrations.get(Username);
      registrations.delete(Username);
      if (!begun || begun.expiresAtMs <= Date.now()) {
        throw new CognitoError('WebAuthnChallengeNotFoundException', 'Start the registration again.');
      }
      const passkey = await verifyNewPasskey(enabled, begun.challenge, Credential);
      // Other requests may have changed the account during the verification.
      const account = accountOf(AccessToken);
      const others = passkeysOf(account).filter(({ id }) => id !== passkey.id);
      if (others.length >= maxPasskeys) {
        throw new CognitoError('LimitExceededException', 'The user has the maximum number of passkeys.');
      }
      pool.save({ ...account, passkeys: [...others, passkey] });
      return { answer: {} };
    }),

    ListWebAuthnCredentials: operation(listCredentials, ({ AccessToken }) => {
      const { relyingPartyId } = requireSettings('OperationNotEnabledException');
      const account = accountOf(AccessToken);
      const describe = ({ id, name, transports, createdAtSeconds }: Passkey) => ({
        CredentialId: id,
        FriendlyCredentialName: name,
        RelyingPartyId: relyingPartyId,
        AuthenticatorTransports: transports,
        CreatedAt: createdAtSeconds,
      });
      return { answer: { Credentials: passkeysOf(account).map(describe) } };
    }),

    DeleteWebAuthnCredential: operation(deleteCredential, ({ AccessToken, CredentialId }) => {
      requireSettings('OperationNotEnabledException');
      const account = accountOf(AccessToken);
      const passkeys = passkeysOf(account).filter(({ id }) => id !== CredentialId);
      if (passkeys.length === passkeysOf(account).length) {
        throw resourceNotFound('The user has no such passkey.');
      }
      pool.save({ ...account, passkeys });
      return { answer: {} };
    }),
  };
}

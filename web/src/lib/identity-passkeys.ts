import {
  type AuthWebAuthnCredential,
  associateWebAuthnCredential,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  signIn,
} from 'aws-amplify/auth';
import { ask } from './identity-pool.ts';
import { hasSecondFactor, setFactors } from './identity-second-factor.ts';
import { askSignedIn } from './identity-sessions.ts';
import { accessToken } from './identity-tokens.ts';
import { withPasskey } from './passkey-option.ts';
import { replaceSignIn } from './replace-sign-in.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. Passkeys: see decision 040.
 */

export interface Passkey {
  id: string;
  /** The provider's name, such as a password manager. */
  name: string;
  addedAt: Date | null;
}

/** @throws Error if the account has no passkey, or none for this person's devices */
export async function signInWithPasskey(email: string): Promise<void> {
  const { nextStep } = await ask(
    () => replaceSignIn(() => signIn({ username: email, ...withPasskey.options })),
    withPasskey.wait,
  );
  // The user pool offers only the password.
  if (nextStep.signInStep !== 'DONE')
    throw new Error('There is no passkey for this email address. Sign in with your password.');
  await accessToken();
}

/** Asks the browser for a new passkey. */
export async function addPasskey(): Promise<void> {
  // People who turned their app on before there were passkeys have only one of the two settings.
  if (await hasSecondFactor()) await setFactors(true);
  await askSignedIn(() => associateWebAuthnCredential(), withPasskey.wait);
}

export async function listPasskeys(): Promise<Passkey[]> {
  // The user pool keeps at most 20, which is also the largest page.
  const { credentials } = await askSignedIn(() => listWebAuthnCredentials({ pageSize: 20 }));
  return credentials.map(describePasskey);
}

export async function removePasskey(id: string): Promise<void> {
  await askSignedIn(() => deleteWebAuthnCredential({ credentialId: id }));
}

const describePasskey = ({
  credentialId,
  friendlyCredentialName,
  createdAt,
}: AuthWebAuthnCredential): Passkey => ({
  id: credentialId ?? '',
  name: friendlyCredentialName ?? 'Passkey',
  addedAt: createdAt ?? null,
});

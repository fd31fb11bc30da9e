import {
  type AuthWebAuthnCredential,
  associateWebAuthnCredential,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  signIn,
} from 'aws-amplify/auth';
import { maxPasskeys } from '../../../contract/rules/passkey-limits.ts';
import { ask, isNamed, unexpectedStep } from './identity-pool.ts';
import { withPasskey } from './identity-reauthentication.ts';
import { hasSecondFactor, setFactors } from './identity-second-factor.ts';
import { askSignedIn, replaceSignIn } from './identity-sessions.ts';
import { accessToken } from './identity-tokens.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. Passkeys: see decision 040.
 */

export interface Passkey {
  id: string;
  /** The provider's name, such as a password manager. */
  name: string;
  addedAt: Date | null;
}

export async function signInWithPasskey(email: string): Promise<void> {
  const { nextStep } = await ask(
    () => replaceSignIn(() => signIn({ username: email, ...withPasskey.options })),
    withPasskey.wait,
  );
  switch (nextStep.signInStep) {
    case 'DONE':
      await accessToken();
      return;
    case 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION':
    // The address is not confirmed, so it has no passkey. A sign-in with the password confirms it.
    case 'CONFIRM_SIGN_UP':
      throw new Error('There is no passkey for this email address. Sign in with your password.');
    default:
      throw unexpectedStep(nextStep);
  }
}

/** Creates a passkey with the browser. */
export async function addPasskey(): Promise<void> {
  // People who turned their app on before there were passkeys have only one of the two settings.
  if (await hasSecondFactor()) await setFactors(true);
  await askSignedIn(() => associateWebAuthnCredential(), withPasskey.wait);
}

export async function listPasskeys(): Promise<Passkey[]> {
  const { credentials } = await askSignedIn(() => listWebAuthnCredentials({ pageSize: maxPasskeys }));
  return credentials.map(describePasskey);
}

export async function removePasskey(id: string): Promise<void> {
  await askSignedIn(() => deleteWebAuthnCredential({ credentialId: id })).catch((error: unknown) => {
    // Another tab or device was faster.
    if (!isNamed(error, 'ResourceNotFoundException')) throw error;
  });
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

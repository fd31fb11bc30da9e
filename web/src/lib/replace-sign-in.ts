import { signOut } from 'aws-amplify/auth';
import { isNamed } from './is-named.ts';

/** Signs in. Tokens of an earlier sign-in, which never ended with a sign-out, are removed first. */
export async function replaceSignIn<Output>(signIn: () => Promise<Output>): Promise<Output> {
  try {
    return await signIn();
  } catch (error) {
    if (!isNamed(error, 'UserAlreadyAuthenticatedException')) throw error;
    await signOut();
    return signIn();
  }
}

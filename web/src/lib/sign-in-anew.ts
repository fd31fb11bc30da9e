import { signOut } from 'aws-amplify/auth';
import { isNamed } from './is-named.ts';

/** Signs in, also if there are tokens of an earlier sign-in without a sign-out. */
export async function signInAnew<Output>(signIn: () => Promise<Output>): Promise<Output> {
  try {
    return await signIn();
  } catch (error) {
    if (!isNamed(error, 'UserAlreadyAuthenticatedException')) throw error;
    await signOut();
    return signIn();
  }
}

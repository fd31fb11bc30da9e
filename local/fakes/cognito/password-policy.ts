import { CognitoError } from './cognito-error.ts';

export interface PasswordPolicy {
  minimumLength: number;
  requireLowercase: boolean;
  requireUppercase: boolean;
  requireNumbers: boolean;
  requireSymbols: boolean;
}

/**
 * Includes the space, which is allowed inside a password.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/;

/** @throws CognitoError InvalidPasswordException with the text of AWS, which the site shows */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  const fault = faultOf(policy, password);
  if (fault) {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${fault}`);
  }
}

function faultOf(policy: PasswordPolicy, password: string): string | null {
  if (password.length < policy.minimumLength) return 'Password not long enough';
  if (policy.requireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.requireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.requireNumbers && !/[0-9]/.test(password)) return 'Password must have numeric characters';
  if (policy.requireSymbols && !symbol.test(password)) return 'Password must have symbol characters';
  return null;
}

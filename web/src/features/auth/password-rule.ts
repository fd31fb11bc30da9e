import { passwordPolicy } from '../../../../contract/account-rules.ts';

export interface PasswordRule {
  label: string;
  isMet: (password: string) => boolean;
}

const { minLength, requireLowercase, requireUppercase, requireDigits, requireSymbols } = passwordPolicy;

/** What the user pool asks of a password, one by one. */
export const passwordRules: readonly PasswordRule[] = [
  { label: `At least ${minLength} characters`, isMet: (password: string) => password.length >= minLength },
  ...(requireLowercase ? [rule('A lower case letter', /[a-z]/)] : []),
  ...(requireUppercase ? [rule('An upper case letter', /[A-Z]/)] : []),
  ...(requireDigits ? [rule('A digit', /[0-9]/)] : []),
  ...(requireSymbols ? [rule('A symbol', /[^A-Za-z0-9]/)] : []),
];

/** The same in a sentence. */
export const passwordRule = `At least ${minLength} characters, with upper and lower case letters and a digit.`;

function rule(label: string, pattern: RegExp): PasswordRule {
  return { label, isMet: (password) => pattern.test(password) };
}

import { passwordPolicy } from '../../../../contract/account-rules.ts';

/** The user pool's password policy in words. */
export const passwordRule = `At least ${passwordPolicy.minLength} characters, with upper and lower case letters and a digit.`;

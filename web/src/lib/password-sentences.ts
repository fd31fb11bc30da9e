import { minPasswordLength } from '../../../contract/rules/account-limits.ts';

/** The advice about a refused password. */
export const passwordSentences = {
  tooShort: `Use at least ${minPasswordLength} characters.`,
  tooCommon:
    'Many people use this password, so it is easy to guess. Choose another, for example four words that have nothing to do with each other.',
};

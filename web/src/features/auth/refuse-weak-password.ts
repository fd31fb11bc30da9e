import { minPasswordLength } from '../../../../contract/rules/account-limits.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { passwordSentences } from '../../lib/password-sentences.ts';

/** The list of common passwords is 10 KB, so it loads only with the form for a new password. */
export const loadCommonPasswords = () =>
  loadChunk('common-passwords', () => import('./is-common-password.ts'));

/** @throws Error with the form's message about a password that is too short or common */
export async function refuseWeakPassword(password: string): Promise<void> {
  if (password.length < minPasswordLength) throw new Error(passwordSentences.tooShort);
  const { isCommonPassword } = await loadCommonPasswords();
  if (isCommonPassword(password)) throw new Error(passwordSentences.tooCommon);
}

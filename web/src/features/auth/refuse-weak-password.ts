import { minPasswordLength } from '../../../../contract/rules/account-limits.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { passwordSentences } from '../../lib/password-sentences.ts';

/** Loaded with the form for a new password only: ten kilobytes of common passwords. */
export const loadCommonPasswords = () =>
  loadChunk('common-passwords', () => import('./is-common-password.ts'));

/** Throws what a form says about a password that is too short or common. */
export async function refuseWeakPassword(password: string): Promise<void> {
  if (password.length < minPasswordLength) throw new Error(passwordSentences.tooShort);
  const { isCommonPassword } = await loadCommonPasswords();
  if (isCommonPassword(password)) throw new Error(passwordSentences.tooCommon);
}

import type { Group } from '../../../contract/records/groups.ts';
import { AppError } from '../../platform/app-error.ts';

/**
 * Whether the team may delete an account: it is the one whose address was typed, and its owner is not in the team.
 * @throws AppError that says what to do
 */
export function checkDeletion(account: { email: string; groups: Group[] }, typedEmail: string): void {
  if (typedEmail.toLowerCase() !== account.email.toLowerCase())
    throw new AppError(
      'invalid-argument',
      'This is not the address of the account. Type the address at the top.',
    );
  if (account.groups.includes('admin'))
    throw new AppError('permission-denied', 'This person is in the team. Remove them from the team first.');
}

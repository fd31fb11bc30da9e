import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DeskState } from '../../../../contract/records/desk-states.ts';

/* The parts of a line about a person, an order, a mailing, … */

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `2025-09-03T10:00:00Z` is "Sep 3, 2025, 10:00 AM UTC". The team compares it with logs, which are in UTC. */
export const utcTime = (at: string): string => `${format.format(new Date(at))} UTC`;

/** The details after a name, such as `, paid, DE`, without those that are missing. */
export const detailsAfter = (details: (string | false | undefined)[]): string =>
  details.map((detail) => (detail ? `, ${detail}` : '')).join('');

export const PersonLink = ({ userId, children }: { userId: string; children: ReactNode }) => (
  <Link to={`/desk?person=${encodeURIComponent(userId)}`}>{children}</Link>
);

/** The words of a state: `paymentPending` is shown as "payment pending". */
export const stateName = (state: string): string =>
  state.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Words that say more than the name of the state. */
const clearerNames: Partial<Record<DeskState, string>> = {
  disputeOpen: 'Disputed, needs evidence',
  withdrawalStated: 'Withdrawal not confirmed',
  failed: 'Payment failed',
  partlyRefunded: 'Refunded in part',
  disputed: 'Disputed, the bank decides',
};

/** The state of an order in the list: `paymentPending` is "Payment pending". */
export const deskStateName = (state: DeskState): string =>
  clearerNames[state] ?? stateName(state).replace(/^./, (letter) => letter.toUpperCase());

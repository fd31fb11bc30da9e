import { factorResetDays } from '../../../contract/rules/recovery-codes.ts';
import {
  cancelReset,
  completeReset,
  requestReset,
  resetDueAt,
  resetExpiresAt,
} from '../../../lambdas/domain/security/factor-reset.ts';
import { newUser } from '../../../lambdas/domain/users/new-user.ts';
import type { FactorReset, StoredUser } from '../../../lambdas/domain/users/user-store.ts';
import { isYes } from '../terminal/ask-on-terminal.ts';
import { type AccountsConnection, findAccount, type ResettableAccount } from './connect-to-accounts.ts';
import { describeTime } from './describe-time.ts';

interface Run {
  now: Date;
  /** Whether to complete without asking. */
  isAnswered: boolean;
  /** Undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
}

/**
 * Notes a request to turn off the second factor of an account. A run after the waiting period asks,
 * and turns it off. Each run continues what an interrupted one has left.
 * @returns what happened, and what follows
 * @throws Error that says what to do, if nothing was changed
 */
export async function resetFactor(email: string, site: AccountsConnection, run: Run): Promise<string[]> {
  const { siteName, users, reset } = site;
  const account = await findAccount(email, site);
  const user = await users.find(account.userId);
  const earlier = await findReset(user, site, run.now);
  const target = `of ${account.email} on ${siteName}`;
  if (earlier?.outcome === 'completed') return complete(account, earlier, site, run);
  // Ends what an interrupted cancellation has left, and a request that has become pointless.
  if (earlier?.outcome === 'canceled' || (earlier && !account.hasApp))
    await cancelReset(reset, account, earlier);
  if (!account.hasApp) return [`The second factor ${target} is not on, so there is nothing to turn off.`];
  if (earlier?.outcome === 'canceled') return describeCanceled(target);
  if (earlier && run.now >= resetDueAt(earlier)) return complete(account, earlier, site, run);
  if (!user) await users.create(newUser(account.userId, account.email, run.now));
  const noted = await requestReset(reset, account, run.now);
  return [
    ...(user?.factorReset && !earlier
      ? [`An earlier request has ended, because it was older than ${factorResetDays} days.`]
      : []),
    earlier
      ? `The request to turn off the second factor ${target} is from ${describeTime(new Date(earlier.requestedAt))}. It is too early to complete it.`
      : `Noted the request to turn off the second factor ${target}. The owner gets an email.`,
    `Run this command again after ${describeTime(resetDueAt(noted))}.`,
    'If the owner signs in before you run it again, the request is canceled, and the owner gets another email.',
    'To cancel it yourself, run "keep-factor" instead.',
  ];
}

/** The request of a user. One that has expired is removed. */
async function findReset(
  user: StoredUser | undefined,
  { reset: { security } }: AccountsConnection,
  now: Date,
): Promise<FactorReset | undefined> {
  const { userId, factorReset } = user ?? {};
  if (!userId || !factorReset || now < resetExpiresAt(factorReset)) return factorReset;
  await security.removeReset(userId, factorReset);
  return undefined;
}

async function complete(
  account: ResettableAccount,
  factorReset: FactorReset,
  site: AccountsConnection,
  run: Run,
): Promise<string[]> {
  const target = `of ${account.email} on ${site.siteName}`;
  if (account.hasApp) await confirmReset(target, factorReset, run);
  const isCompleted = await completeReset(site.reset, account, factorReset, run.now);
  // Another operator may have completed the same request.
  const isOff = isCompleted || !(await findAccount(account.email, site)).hasApp;
  if (!isOff) return describeCanceled(target);
  return [
    `Turned off the second factor ${target} and signed out all devices. The owner gets an email.`,
    'The password is enough to sign in now.',
  ];
}

const describeCanceled = (target: string): string[] => [
  `The request was canceled: the owner signed in, or the team kept the second factor. The second factor ${target} stays on.`,
  'If the owner still needs the reset, find out who signed in. Then run this command again, which starts a new waiting period.',
];

/** @throws Error when the answer is not yes or there is no terminal. Nothing was changed then. */
async function confirmReset(
  target: string,
  { requestedAt, outcome }: FactorReset,
  { isAnswered, ask }: Run,
): Promise<void> {
  if (isAnswered) return;
  const since = outcome ? 'an earlier run was interrupted' : 'no sign-in has canceled it';
  const consequence = `The second factor ${target} was reported lost at ${describeTime(new Date(requestedAt))}, and ${since}`;
  if (!ask) throw new Error(`${consequence}. There is no terminal for a question: add --yes to turn it off.`);
  const answer = await ask(`${consequence}. Turn it off, and sign out all devices? (yes/no) `);
  if (!isYes(answer)) throw new Error('Nothing was changed. The request stays.');
}

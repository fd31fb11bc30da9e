import { factorResetDays } from '../../../contract/rules/recovery-codes.ts';
import { advanceReset } from '../../../lambdas/domain/security/advance-reset.ts';
import { resetDueAt } from '../../../lambdas/domain/security/factor-reset.ts';
import type { FactorReset } from '../../../lambdas/domain/users/user-store.ts';
import { isYes } from '../terminal/ask-on-terminal.ts';
import { type AccountsConnection, findAccount } from './connect-to-accounts.ts';
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
  const account = await findAccount(email, site);
  const target = `of ${account.email} on ${site.siteName}`;
  const progress = await advanceReset(account, site, {
    now: run.now,
    confirm: async (_step, factorReset) => factorReset && confirmReset(target, factorReset, run),
  });
  switch (progress.state) {
    case 'not on':
      return [`The second factor ${target} is not on, so there is nothing to turn off.`];
    case 'canceled':
      return describeCanceled(target);
    case 'completed':
      return [
        `Turned off the second factor ${target} and signed out all devices. The owner gets an email.`,
        'The password is enough to sign in now.',
      ];
    case 'waiting':
      return [
        `The request to turn off the second factor ${target} is from ${describeTime(new Date(progress.factorReset.requestedAt))}. It is too early to complete it.`,
        ...describeWaiting(progress.factorReset),
      ];
    case 'requested':
      return [
        ...(progress.hasEarlierExpired
          ? [`An earlier request has ended, because it was older than ${factorResetDays} days.`]
          : []),
        `Noted the request to turn off the second factor ${target}. The owner gets an email.`,
        ...describeWaiting(progress.factorReset),
      ];
  }
}

const describeWaiting = (factorReset: FactorReset): string[] => [
  `Run this command again after ${describeTime(resetDueAt(factorReset))}.`,
  'If the owner signs in before you run it again, the request is canceled, and the owner gets another email.',
  'To cancel it yourself, run "keep-factor" instead.',
];

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

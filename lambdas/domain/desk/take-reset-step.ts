import type { DeskResetStep, ResetStep } from '../../../contract/rules/recovery-codes.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  advanceReset,
  keepSecondFactor,
  type ResetSite,
  type ResettableAccount,
} from '../security/advance-reset.ts';

const noRequest = 'There is no request any more: a sign-in or the team ended it, or it expired.';

/**
 * Takes the step that the page offered in the reset of a second factor, and no other step: the page may be a day old.
 * @param isRepeated whether an earlier run of the same action may have taken the step
 * @returns the new state of the request, for the audit
 * @throws AppError `aborted` when another step is next
 */
export async function takeResetStep(
  step: DeskResetStep,
  account: ResettableAccount,
  site: ResetSite,
  { now, isRepeated }: { now: Date; isRepeated: boolean },
): Promise<string> {
  if (step === 'cancel') return cancel(account, site, isRepeated);
  const confirm = (next: ResetStep): void => {
    if (next !== step) refuse(next === 'request' ? noRequest : 'The waiting period is over.');
  };
  return advanceReset(account, site, { now, confirm });
}

async function cancel(account: ResettableAccount, site: ResetSite, isRepeated: boolean): Promise<string> {
  const outcome = await keepSecondFactor(account, site);
  if (outcome === 'too late') return refuse('It is too late: the second factor is being turned off.');
  // The earlier run may have ended right after it canceled the request.
  const mayBeOurs = isRepeated && outcome === 'no request' && account.hasApp;
  if (outcome !== 'canceled' && !mayBeOurs) return refuse(noRequest);
  return 'canceled';
}

function refuse(state: string): never {
  throw new AppError('aborted', `${state} Nothing was changed.`);
}

import type { ResetStep } from '../../../contract/rules/recovery-codes.ts';
import { AppError } from '../../platform/app-error.ts';

/** Lets a reset of a second factor do only the step that the page offered: the page may be a day old. */
export function confirmStep(wanted: ResetStep) {
  return (next: ResetStep): void => {
    if (next === wanted) return;
    const state =
      next === 'request'
        ? 'There is no request any more: a sign-in canceled it, or it expired.'
        : 'The waiting period is over.';
    throw new AppError(
      'aborted',
      `${state} Nothing was changed. Load the page again to see what is possible now.`,
    );
  };
}

import { problemOfSchedule, type ZonedTime } from '../../../contract/rules/zoned-time.ts';
import { AppError } from '../../platform/app-error.ts';

/** @throws AppError `invalid-argument` for a time that has passed, or that is too far ahead */
export function requireSchedulable(time: ZonedTime, now: Date): void {
  const problem = problemOfSchedule(time, now.getTime());
  if (problem) throw new AppError('invalid-argument', problem);
}

import { describeTime, type ZonedTime } from '../../../contract/rules/zoned-time.ts';
import { AppError } from '../../platform/app-error.ts';

/** @throws AppError `invalid-argument` for a time that has passed */
export function requireFuture(time: ZonedTime, now: Date): void {
  if (Date.parse(time.at) <= now.getTime())
    throw new AppError(
      'invalid-argument',
      `${describeTime(time)} has passed. Choose a later time, or do it now.`,
    );
}

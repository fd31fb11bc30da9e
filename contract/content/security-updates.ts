import { securityUpdatesUntil } from '../../settings.ts';
import { dayInWords } from '../rules/day.ts';

/** The app gets security updates until at least this day, such as "December 31, 2031". */
export const securityUpdatesEnd = dayInWords(securityUpdatesUntil);

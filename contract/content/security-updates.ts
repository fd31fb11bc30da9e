import { securityUpdatesUntil } from '../../settings.ts';

/** The app gets security updates until at least this day, such as "December 31, 2031". */
export const securityUpdatesEnd = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'UTC',
}).format(new Date(securityUpdatesUntil));

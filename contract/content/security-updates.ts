import { securityUpdatesUntil } from '../../settings.ts';

/** The day until which the app gets security updates at least, such as "December 31, 2031". */
export const securityUpdatesEnd = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'UTC',
}).format(new Date(securityUpdatesUntil));

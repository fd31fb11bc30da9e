import { SESv2Client } from '@aws-sdk/client-sesv2';
import { later } from './timeouts.ts';

export const ses = () => new SESv2Client(later);
/** For mailings, which must not be sent again when an answer gets lost. */
export const sesWithoutRetries = () => new SESv2Client({ maxAttempts: 1, ...later });

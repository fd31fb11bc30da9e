import { SESv2Client } from '@aws-sdk/client-sesv2';
import { forSlowFunctions } from './timeouts.ts';

export const ses = () => new SESv2Client(forSlowFunctions);
/** For mailings, which must not be sent again when an answer gets lost. */
export const sesWithoutRetries = () => new SESv2Client({ maxAttempts: 1, ...forSlowFunctions });

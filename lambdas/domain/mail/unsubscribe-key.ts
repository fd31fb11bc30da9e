import { readConfig, resourceName } from '../../platform/config.ts';
import { randomSecret } from '../../platform/random-secret.ts';

/** The keys that links for unsubscribing are signed with, the newest first and spaces between them. */
export function unsubscribeKey(): () => Promise<string> {
  const { UNSUBSCRIBE_KEY_ARN } = readConfig({ UNSUBSCRIBE_KEY_ARN: resourceName });
  return randomSecret(UNSUBSCRIBE_KEY_ARN);
}

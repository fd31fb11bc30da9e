import { readConfig, resourceName } from '../../platform/config.ts';
import { randomSecret } from '../../platform/random-secret.ts';

/** The keys for unsubscribe links, separated by spaces. The first one signs. */
export function unsubscribeKey(): () => Promise<string> {
  const { UNSUBSCRIBE_KEY_ARN } = readConfig({ UNSUBSCRIBE_KEY_ARN: resourceName });
  return randomSecret(UNSUBSCRIBE_KEY_ARN);
}

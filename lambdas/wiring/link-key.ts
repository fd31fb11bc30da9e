import { readConfig, resourceName } from '../platform/config.ts';
import { randomSecret } from '../platform/random-secret.ts';

/** The keys for links in emails, separated by spaces. The first one signs. */
export function linkKey(): () => Promise<string> {
  const { LINK_KEY_ARN } = readConfig({ LINK_KEY_ARN: resourceName });
  return randomSecret(LINK_KEY_ARN);
}

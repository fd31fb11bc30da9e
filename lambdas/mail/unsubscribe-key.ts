import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { secretsManager } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** Read again after this time, so that a new key is picked up. */
const maxAgeSeconds = 300;

/** The key that links for unsubscribing are signed with. */
export function unsubscribeKey(): () => Promise<string> {
  const { UNSUBSCRIBE_KEY_ARN } = readConfig({ UNSUBSCRIBE_KEY_ARN: resourceName });
  const secrets = new SecretsProvider({ awsSdkV3Client: secretsManager() });
  return async () => {
    const key = await secrets.get(UNSUBSCRIBE_KEY_ARN, { maxAge: maxAgeSeconds });
    if (typeof key !== 'string' || key.length < 32)
      throw new Error('The key for unsubscribe links is missing.');
    return key;
  };
}

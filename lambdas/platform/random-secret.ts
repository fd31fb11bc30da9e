import { SecretsProvider } from '@aws-lambda-powertools/parameters/secrets';
import { secretsManager } from './aws.ts';

/** Read again after this time, so that a new one is picked up. */
const maxAgeSeconds = 300;

/** A secret that the stack has made up and nobody needs to know. */
export function randomSecret(secretArn: string): () => Promise<string> {
  const secrets = new SecretsProvider({ awsSdkV3Client: secretsManager() });
  return async () => {
    const secret = await secrets.get(secretArn, { maxAge: maxAgeSeconds });
    if (typeof secret !== 'string' || secret.length < 32)
      throw new Error('A secret of the stack is missing.');
    return secret;
  };
}

import { secretsProvider } from './aws/secrets-manager.ts';

/** The secret is read again after this time, so that a rotation takes effect. */
const maxAgeSeconds = 300;

/** Reads a secret that the stack generated. */
export function randomSecret(secretArn: string): () => Promise<string> {
  const secrets = secretsProvider();
  return async () => {
    const secret = await (await secrets()).get(secretArn, { maxAge: maxAgeSeconds });
    if (typeof secret !== 'string' || secret.length < 32)
      throw new Error('A secret of the stack is missing or too short.');
    return secret;
  };
}

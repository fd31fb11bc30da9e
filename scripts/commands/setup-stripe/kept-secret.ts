import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Step } from './step.ts';

/** A secret that the site reads. */
export interface KeptSecret {
  read(): Promise<string>;
  write(value: string): Promise<void>;
}

/** A secret of the stack, which contains a placeholder of the deployment until it is set. */
export function keptSecret(client: SecretsManagerClient, arn: string): KeptSecret {
  return {
    async read() {
      const { SecretString: value } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
      return value ?? '';
    },
    async write(value) {
      await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: value }));
    },
  };
}

export async function storeSecretKey(secret: KeptSecret, key: string): Promise<Step> {
  const isThere = (await secret.read()) === key;
  if (!isThere) await secret.write(key);
  return { thing: 'Secret key', id: '', outcome: isThere ? 'existed' : 'updated' };
}

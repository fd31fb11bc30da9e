import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

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

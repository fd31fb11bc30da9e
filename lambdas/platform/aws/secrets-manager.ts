import { onDemand } from './on-demand.ts';
import { forApiFunctions } from './timeouts.ts';

export const secretsManager = onDemand(async () => {
  const { SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  return new SecretsManagerClient(forApiFunctions);
});

/** Reads secrets and keeps them for as long as each caller allows. */
export const secretsProvider = () =>
  onDemand(async () => {
    const { SecretsProvider } = await import('@aws-lambda-powertools/parameters/secrets');
    return new SecretsProvider({ awsSdkV3Client: await secretsManager() });
  });

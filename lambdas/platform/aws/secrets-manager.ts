import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { forApiFunctions } from './timeouts.ts';

export const secretsManager = () => new SecretsManagerClient(forApiFunctions);

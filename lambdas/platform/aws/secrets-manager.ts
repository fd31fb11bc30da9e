import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { soon } from './timeouts.ts';

export const secretsManager = () => new SecretsManagerClient(soon);

import { KMSClient } from '@aws-sdk/client-kms';
import { forApiFunctions } from './timeouts.ts';

export const kms = () => new KMSClient(forApiFunctions);

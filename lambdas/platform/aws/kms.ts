import { KMSClient } from '@aws-sdk/client-kms';
import { soon } from './timeouts.ts';

export const kms = () => new KMSClient(soon);

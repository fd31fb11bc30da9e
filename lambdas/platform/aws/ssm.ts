import { SSMClient } from '@aws-sdk/client-ssm';
import { soon } from './timeouts.ts';

export const ssm = () => new SSMClient(soon);

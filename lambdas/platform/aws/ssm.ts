import { SSMClient } from '@aws-sdk/client-ssm';
import { forApiFunctions } from './timeouts.ts';

export const ssm = () => new SSMClient(forApiFunctions);

import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { forApiFunctions } from './timeouts.ts';

export const cloudWatch = () => new CloudWatchClient(forApiFunctions);

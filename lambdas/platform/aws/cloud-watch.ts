import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { soon } from './timeouts.ts';

export const cloudWatch = () => new CloudWatchClient(soon);

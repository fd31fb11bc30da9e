import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { forSlowFunctions } from './timeouts.ts';

export const cloudFront = () => new CloudFrontClient(forSlowFunctions);

import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { later } from './timeouts.ts';

export const cloudFront = () => new CloudFrontClient(later);

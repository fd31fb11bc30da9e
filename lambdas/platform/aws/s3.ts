import { S3Client } from '@aws-sdk/client-s3';
import { forApiFunctions } from './timeouts.ts';

export const s3 = () => new S3Client(forApiFunctions);

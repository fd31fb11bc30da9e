import { S3Client } from '@aws-sdk/client-s3';
import { soon } from './timeouts.ts';

export const s3 = () => new S3Client(soon);

import { GetObjectCommand, type S3 } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Probe } from '../comparison.ts';
import { plainBucket as Bucket } from './buckets.ts';

const Key = 'object of errors';

/** The names of the elements in the body of an error, which the SDK does not show. */
const probe = (name: string, object: object, headers: Record<string, string> = {}): Probe<S3> => ({
  name: `error: ${name}`,
  async run(s3) {
    await s3.putObject({ Bucket, Key, Body: 'hello' });
    const response = await fetch(
      await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ...object }), { expiresIn: 3600 }),
      { headers },
    );
    const body = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      elements: [...body.matchAll(/<(\w+)/g)].map(([, element]) => element).sort(),
    };
  },
});

export const errorProbes: Probe<S3>[] = [
  probe('missing object', { Key: 'no-object' }),
  probe('missing bucket', { Bucket: 'no-such-bucket' }),
  probe('range after the end', {}, { range: 'bytes=9-10' }),
  probe('failed condition', {}, { 'if-match': '"00000000000000000000000000000000"' }),
];

import { GetObjectCommand, PutObjectCommand, type S3 } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Probe } from '../comparison.ts';
import { plainBucket as Bucket } from './buckets.ts';

const Key = 'linked object.txt';
const oneHour = { expiresIn: 3600 };
const read = (more = {}) => new GetObjectCommand({ Bucket, Key, ...more });

interface Followed {
  url: string | URL;
  init?: RequestInit;
}

/** Follows a link over HTTP. The outcome has the code of an error, and the headers that browsers read. */
const probe = (name: string, link: (s3: S3) => Promise<Followed>): Probe<S3> => ({
  name: `link: ${name}`,
  async run(s3) {
    await s3.putObject({ Bucket, Key, Body: 'hello', ContentType: 'text/plain' });
    const { url, init } = await link(s3);
    const response = await fetch(url, init);
    const body = await response.text();
    const code = /<Code>(.*?)<\/Code>/.exec(body)?.[1];
    const headers = ['content-length', 'content-range', 'content-disposition', 'etag'];
    return {
      status: response.status,
      ...(code ? { code } : { body, type: response.headers.get('content-type') }),
      ...(response.ok && Object.fromEntries(headers.map((header) => [header, response.headers.get(header)]))),
    };
  },
});

/** The link after a change. */
async function changed(s3: S3, change: (url: URL) => void, command = read()): Promise<Followed> {
  const url = new URL(await getSignedUrl(s3, command, oneHour));
  change(url);
  return { url };
}

export const linkProbes: Probe<S3>[] = [
  probe('read', async (s3) => ({ url: await getSignedUrl(s3, read(), oneHour) })),
  probe('read with HEAD', async (s3) => ({
    url: await getSignedUrl(s3, read(), oneHour),
    init: { method: 'HEAD' },
  })),
  probe('read with another method', async (s3) => ({
    url: await getSignedUrl(s3, read(), oneHour),
    init: { method: 'PUT', body: 'changed' },
  })),
  probe('read of a range', async (s3) => ({
    url: await getSignedUrl(s3, read(), oneHour),
    init: { headers: { range: 'bytes=1-2' } },
  })),
  probe('read as an attachment', async (s3) => ({
    url: await getSignedUrl(
      s3,
      read({ ResponseContentDisposition: 'attachment; filename="a b.txt"' }),
      oneHour,
    ),
  })),
  probe('missing object', async (s3) => ({
    url: await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'no-object' }), oneHour),
  })),
  probe('expired', async (s3) => ({
    url: await getSignedUrl(s3, read(), { expiresIn: 60, signingDate: new Date(Date.now() - 120_000) }),
  })),
  probe('not valid yet', async (s3) => ({
    url: await getSignedUrl(s3, read(), { expiresIn: 60, signingDate: new Date(Date.now() + 3_600_000) }),
  })),
  probe('another key', (s3) => changed(s3, (url) => (url.pathname = `/${Bucket}/other`))),
  probe('another expiration', (s3) => changed(s3, (url) => url.searchParams.set('X-Amz-Expires', '7200'))),
  probe('expiration of more than a week', (s3) =>
    changed(s3, (url) => url.searchParams.set('X-Amz-Expires', '604801')),
  ),
  probe('another signature', (s3) =>
    changed(s3, (url) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))),
  ),
  probe('without a signature', (s3) => changed(s3, (url) => url.searchParams.delete('X-Amz-Signature'))),
  probe('without a date', (s3) => changed(s3, (url) => url.searchParams.delete('X-Amz-Date'))),
  probe('without a query', (s3) => changed(s3, (url) => (url.search = ''))),
  probe('another parameter', (s3) =>
    changed(s3, (url) => url.searchParams.set('response-content-type', 'text/html')),
  ),
  probe('write', async (s3) => ({
    url: await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'put-by-link' }), oneHour),
    init: { method: 'PUT', body: 'hello' },
  })),
  probe('write with GET', async (s3) => ({
    url: await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'put-by-link' }), oneHour),
  })),
  probe('write with another type than signed', async (s3) => ({
    url: await getSignedUrl(
      s3,
      new PutObjectCommand({ Bucket, Key: 'put-by-link', ContentType: 'text/plain' }),
      { ...oneHour, signableHeaders: new Set(['content-type']) },
    ),
    init: { method: 'PUT', body: 'hello', headers: { 'content-type': 'text/html' } },
  })),
  probe('unknown access key', (s3) =>
    changed(s3, (url) =>
      url.searchParams.set(
        'X-Amz-Credential',
        String(url.searchParams.get('X-Amz-Credential')).replace(/^[^/]+/, 'unknown'),
      ),
    ),
  ),
];

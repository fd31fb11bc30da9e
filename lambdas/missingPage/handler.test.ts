import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.stubEnv('SITE_BUCKET', 'site');
const { handler } = await import('./handler.ts');
const s3 = mockClient(S3Client);

beforeEach(() => void s3.reset());

describe('missingPage', () => {
  it('answers with the 404 page, which the CDN keeps for a minute and browsers do not keep', async () => {
    const Body = { transformToString: async () => '<h1>Page not found</h1>' } as never;
    s3.on(GetObjectCommand, { Bucket: 'site', Key: '404.html' }).resolves({
      ContentType: 'text/html; charset=utf-8',
      Body,
    });
    expect(await handler()).toEqual({
      statusCode: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=0, s-maxage=60',
      },
      body: '<h1>Page not found</h1>',
    });
  });

  it('fails when the page cannot be read', async () => {
    s3.on(GetObjectCommand).rejects(new Error('S3 does not answer.'));
    await expect(handler()).rejects.toThrow('S3 does not answer.');
  });
});

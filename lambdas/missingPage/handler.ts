import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { s3 } from '../platform/aws/s3.ts';
import { readConfig, resourceName } from '../platform/config.ts';

const { SITE_BUCKET } = readConfig({ SITE_BUCKET: resourceName });
const client = s3();

/** Answers for a file that is not in its bucket: the 404 page of the site. The CDN keeps it for a minute. */
export const handler = async (): Promise<APIGatewayProxyStructuredResultV2> => {
  const page = await client.send(new GetObjectCommand({ Bucket: SITE_BUCKET, Key: '404.html' }));
  return {
    statusCode: 404,
    headers: {
      'content-type': page.ContentType ?? 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=60',
    },
    body: await page.Body?.transformToString(),
  };
};

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadEdgeFunction } from '../../local/fakes/cloudfront/edge-function.ts';

const handle = loadEdgeFunction(readFileSync(new URL('media-request.js', import.meta.url), 'utf8'));

test.each([
  ['/media/site/images/map.avif', '/site/images/map.avif'],
  ['/media/', '/index.html'],
  ['/media/site/', '/site/index.html'],
  ['/media/media/map.avif', '/media/map.avif'],
  ['/social/media/map.avif', '/social/media/map.avif'],
])('maps %s to %s in the bucket', (uri, expected) => {
  const request = { method: 'GET', uri, headers: {}, querystring: {}, cookies: {} };
  expect(handle(request)).toEqual({ ...request, uri: expected });
});

import { expect, test } from 'vitest';
import { loadEdgeFunction } from './edge-function.ts';

const request = { method: 'GET', uri: '/', headers: {}, querystring: {}, cookies: {} };

test('passes a CloudFront event to the handler, and returns its result', () => {
  const handle = loadEdgeFunction(
    `function handler(event) { event.request.uri = event.version + event.context.eventType; return event.request; }`,
  );
  expect(handle(request)).toEqual({ ...request, uri: '1.0viewer-request' });
  expect(request.uri).toBe('/');
});

test.each(['process', 'require', 'fetch', 'setTimeout'])('provides no %s', (name) => {
  const handle = loadEdgeFunction(
    `function handler() { return { statusCode: 200, body: { data: typeof ${name} } }; }`,
  );
  expect(handle(request)).toMatchObject({ body: { data: 'undefined' } });
});

test('provides Buffer', () => {
  const handle = loadEdgeFunction(
    `function handler() { return { statusCode: 200, body: { data: Buffer.from('aGk', 'base64url').toString() } }; }`,
  );
  expect(handle(request)).toMatchObject({ body: { data: 'hi' } });
});

import { expect, test } from 'vitest';
import { loadEdgeFunction } from './edge-function.ts';

const request = { method: 'GET', uri: '/', headers: {}, querystring: {}, cookies: {} };

test('a function gets an event as CloudFront makes it, and its answer comes back', () => {
  const handle = loadEdgeFunction(
    `function handler(event) { event.request.uri = event.version + event.context.eventType; return event.request; }`,
  );
  expect(handle(request)).toEqual({ ...request, uri: '1.0viewer-request' });
  expect(request.uri).toBe('/');
});

test.each(['process', 'require', 'fetch', 'setTimeout'])('it finds no %s, as at the edge', (name) => {
  const handle = loadEdgeFunction(
    `function handler() { return { statusCode: 200, body: { data: typeof ${name} } }; }`,
  );
  expect(handle(request)).toMatchObject({ body: { data: 'undefined' } });
});

test('it finds Buffer, as at the edge', () => {
  const handle = loadEdgeFunction(
    `function handler() { return { statusCode: 200, body: { data: Buffer.from('aGk', 'base64url').toString() } }; }`,
  );
  expect(handle(request)).toMatchObject({ body: { data: 'hi' } });
});

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

test.each(['process', 'fetch', 'setTimeout'])('provides no %s', (name) => {
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

test('provides the module crypto alone', () => {
  const handle = loadEdgeFunction(
    `const crypto = require('crypto');
     function handler() { return { statusCode: 200, body: { data: crypto.createHash('sha256').update('abc').digest('hex') } }; }`,
  );
  // The digest of "abc" in FIPS 180-4.
  const data = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(handle(request)).toMatchObject({ body: { data } });
  expect(() => loadEdgeFunction(`require('fs');`)).toThrow('CloudFront has no module "fs".');
});

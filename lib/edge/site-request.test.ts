import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadEdgeFunction } from '../../local/fakes/cloudfront/edge-function.ts';

const handle = loadEdgeFunction(readFileSync(new URL('site-request.js', import.meta.url), 'utf8'));

test.each([
  ['/', '/index.html'],
  ['/pricing', '/pricing/index.html'],
  ['/pricing/', '/pricing/index.html'],
  ['/blog/first-steps', '/blog/first-steps/index.html'],
  ['/blog/first-steps/', '/blog/first-steps/index.html'],
  ['/v1.2/notes', '/v1.2/notes/index.html'],
  ['/v1.2/', '/v1.2/index.html'],
  ['/myindex.html', '/myindex.html'],
  ['/changelog.md', '/changelog.md'],
  ['/assets/entry-3f2a.js', '/assets/entry-3f2a.js'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/caf%C3%A9', '/caf%C3%A9/index.html'],
])('maps %s to %s in the bucket', (uri, expected) => {
  const request = { method: 'GET', uri, headers: {}, querystring: { ref: { value: 'friend' } }, cookies: {} };
  expect(handle(request)).toEqual({ ...request, uri: expected });
});

test.each([
  ['/index.html', '/'],
  ['/pricing/index.html', '/pricing/'],
  ['/blog/first-steps/index.html', '/blog/first-steps/'],
  ['//evil.example/index.html', '/evil.example/'],
  ['///evil.example/index.html', '/evil.example/'],
  ['/\\evil.example/index.html', '/evil.example/'],
  ['\\/evil.example/index.html', '/evil.example/'],
])('redirects %s to %s permanently', (uri, location) => {
  expect(handle({ method: 'GET', uri, headers: {}, querystring: {}, cookies: {} })).toMatchObject({
    statusCode: 301,
    headers: { location: { value: location } },
  });
});

test.each([
  ['/unsubscribe%23token=a.b', '/unsubscribe#token=a.b'],
  ['/unsubscribe/%23token=a.b', '/unsubscribe/#token=a.b'],
  ['/withdraw%23token=a.b%23c', '/withdraw#token=a.b%23c'],
  ['/withdraw%23token%3Da.b%26more%3dc', '/withdraw#token=a.b&more=c'],
  ['/withdraw%2523token=a.b', '/withdraw#token=a.b'],
  ['/unsubscribe%2523token%253Da.b', '/unsubscribe#token=a.b'],
  ['//evil.example%23token=a', '/evil.example#token=a'],
  ['/\\evil.example%23token=a', '/evil.example#token=a'],
])('redirects %s, as programs that check emails write it, to %s', (uri, location) => {
  expect(handle({ method: 'GET', uri, headers: {}, querystring: {}, cookies: {} })).toMatchObject({
    statusCode: 302,
    headers: { location: { value: location } },
  });
});

test('sends password managers to the account, where a password is changed', () => {
  const request = { method: 'GET', headers: {}, querystring: {}, cookies: {} };
  expect(handle({ ...request, uri: '/.well-known/change-password' })).toMatchObject({
    statusCode: 302,
    headers: { location: { value: '/account' } },
  });
  // They request this first, to see whether the site answers 404 for a missing page.
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect(handle({ ...request, uri: missing })).toMatchObject({ uri: `${missing}/index.html` });
});

test('keeps the query of a redirected page, with every value of a name', () => {
  const querystring = {
    ref: { value: 'friend' },
    plan: { value: 'a', multiValue: [{ value: 'a' }, { value: 'b%20c' }] },
  };
  const request = { method: 'GET', uri: '/pricing/index.html', headers: {}, querystring, cookies: {} };
  expect(handle(request)).toMatchObject({
    headers: { location: { value: '/pricing/?ref=friend&plan=a&plan=b%20c' } },
  });
});

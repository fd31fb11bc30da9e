import { expect, test } from 'vitest';
import { requestKind } from './visit.ts';

test.each([
  ['/', 'page'],
  ['/blog/first-steps', 'page'],
  ['/favicon.svg', 'icon'],
  ['/config.json', 'settings'],
  ['/assets/site-3f2a.js', 'asset'],
  ['/media/site/images/map-800.avif', 'picture'],
  ['/version.json', 'release'],
  ['/updates/latest.yml', 'release'],
  ['/api/me', 'api'],
  ['/__local/cognito', 'userPool'],
  ['*', 'page'],
  ['/assets/*', 'asset'],
])('classifies %s as %s', (path, kind) => {
  expect(requestKind(path)).toBe(kind);
});

import { describe, expect, it } from 'vitest';
import { signInPath } from '../../lib/sign-in-path.ts';
import { returnPath } from './return-path.ts';

describe('returnPath', () => {
  it.each([
    '/download',
    '/feedback',
    '/resources',
    '/blog/how-to-draw-a-coast',
    '/receipt?order=cs_test_1',
    '/pricing?checkout=success&session=cs_test_1',
    '/resources/',
  ])('returns to %s, also through our own links to the sign-in', (path) => {
    expect(returnPath(path)).toBe(path);
    const { pathname, searchParams } = new URL(signInPath(path), 'https://site.test');
    expect([pathname, returnPath(searchParams.get('returnTo'))]).toEqual(['/auth', path]);
  });

  it('leaves out parameters with other characters', () => {
    expect(returnPath('/download?next=//evil.example')).toBe('/download');
    const { searchParams } = new URL(
      signInPath('/pricing?utm_campaign=a%20b&currency=eur&fbclid=x+y'),
      'https://site.test',
    );
    expect(returnPath(searchParams.get('returnTo'))).toBe('/pricing?currency=eur');
  });

  it.each([
    null,
    '',
    '/',
    'download',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/download\\..\\evil',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/download\n',
    '\u0000/download',
    ' /download',
    '/download//evil.example',
    '/../evil',
    '/.evil.example',
    '/@evil.example',
    '/download@evil.example',
    'https://evil.example/download',
    'https:evil.example',
    'javascript:alert(1)',
    '/download#/evil',
    '/auth',
    '/auth?step=code',
    '／evil.example',
  ])('falls back to /pricing for %j', (path) => {
    expect(returnPath(path)).toBe('/pricing');
  });
});

import { expect, test } from 'vitest';
import { observatoryModifiers, observatoryScore, type Visit } from './observatory.ts';

const good = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; form-action 'self'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
};
const visit = (change: Record<string, string | undefined> = {}, rest: Partial<Visit> = {}): Visit => {
  const headers = Object.entries({ ...good, ...change }).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return { headers: new Headers(headers), html: '', plainHttp: 'redirected', ...rest };
};
const scoreOf = (...visited: Parameters<typeof visit>) =>
  observatoryScore(observatoryModifiers(visit(...visited)));

test('gives 130 points at most without the preload list', () => {
  expect(scoreOf()).toBe(130);
});

const policy = (text: string) => ({ 'content-security-policy': `${text}; frame-ancestors 'none'` });

test.each([
  ['no policy, and so nothing against frames', { 'content-security-policy': undefined }, {}, 55],
  ['a policy that begins with more than nothing', policy("default-src 'self'"), {}, 125],
  ['inline styles', policy("default-src 'none'; style-src 'unsafe-inline'"), {}, 120],
  ['inline scripts', policy("default-src 'none'; script-src 'unsafe-inline'"), {}, 80],
  ['scripts from any origin', policy("default-src 'none'; script-src https:"), {}, 80],
  ['no word on scripts', policy("img-src 'self'"), {}, 80],
  ['fonts without encryption', policy("default-src 'none'; font-src http://fonts.example"), {}, 80],
  ['evaluated text', policy("default-src 'none'; script-src 'unsafe-eval'"), {}, 110],
  ['frames', { 'content-security-policy': "default-src 'none'" }, {}, 80],
  [
    'frames refused by the old header',
    { 'content-security-policy': "default-src 'none'", 'x-frame-options': 'DENY' },
    {},
    125,
  ],
  ['pages without encryption', {}, { plainHttp: 'open' }, 80],
  ['no word on encryption', { 'strict-transport-security': undefined }, {}, 80],
  ['a word on encryption that lasts a day', { 'strict-transport-security': 'max-age=86400' }, {}, 120],
  ['types that are guessed', { 'x-content-type-options': undefined }, {}, 125],
  ['addresses sent to every site', { 'referrer-policy': 'unsafe-url' }, {}, 120],
  ['no resource policy', { 'cross-origin-resource-policy': undefined }, {}, 120],
  ['scripts of another site', {}, { html: '<script src="https://cdn.example/x.js"></script>' }, 125],
  [
    'scripts of another site without encryption',
    {},
    { html: '<script src="//cdn.example/x.js"></script>' },
    50,
  ],
  ['answers for every origin', { 'access-control-allow-origin': '*' }, {}, 50],
] as [string, Record<string, string | undefined>, Partial<Visit>, number][])(
  'gives fewer points for %s',
  (_, headers, rest, score) => {
    expect(scoreOf(headers, rest)).toBe(score);
  },
);

test('throws on cookies', () => {
  expect(() => scoreOf({ 'set-cookie': 'a=b' })).toThrow('Cookies');
});

import { request } from 'node:http';
import { expect, test } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { joinedText } from '../infra/joined-text.ts';
import { resourcesOf, synthesize } from '../infra/synthesize.ts';
import { observatoryModifiers, observatoryScore } from '../observatory.ts';
import { sitePaths } from '../site-paths.ts';
import { siteUrl } from './site.ts';

const prod = await synthesize(stages.prod);
const [distribution] = resourcesOf(prod, 'AWS::CloudFront::Distribution').map(
  ([, { Properties }]) => Properties.DistributionConfig,
);

/** The headers that a policy of prod adds to every response, by the prefix of its name. */
function headersOf(name: 'Pages' | 'Files' | 'Pictures'): Record<string, string> {
  const [policy] = resourcesOf(prod, 'AWS::CloudFront::ResponseHeadersPolicy').flatMap(
    ([id, { Properties }]) =>
      id.startsWith(`DeliveryHeaders${name}`) ? [Properties.ResponseHeadersPolicyConfig] : [],
  );
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = policy;
  const own: { Header: string; Value: string; Override: boolean }[] = custom.Items;
  return {
    'content-security-policy': joinedText(security.ContentSecurityPolicy.ContentSecurityPolicy),
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'x-content-type-options': 'nosniff',
    ...Object.fromEntries(own.filter(({ Override }) => Override).map(({ Header, Value }) => [Header, Value])),
  };
}

const script = async () => /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(siteUrl)).text())?.[1] ?? '';

/** Uses `node:http`, because `fetch` does not send all of these requests unchanged. */
const ask = (path: string, method: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    request(siteUrl + path, { method, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    })
      .once('error', reject)
      .end();
  });

test.each([
  ['the home page', '/', 'Pages', 200],
  ['a page', '/privacy', 'Pages', 200],
  ['a page of the blog', '/blog/name-the-relation', 'Pages', 200],
  ['a missing page', '/nothing', 'Pages', 404],
  ['another URL of a page', '/pricing/index.html', 'Pages', 301],
  ['a method that pages do not allow', '/pricing', 'Pages', 403, 'POST'],
  ['a file of the site', '/favicon.svg', 'Pages', 200],
  ['security.txt', '/.well-known/security.txt', 'Pages', 200],
  ['the settings', '/config.json', 'Pages', 200],
  ['a script', await script(), 'Files', 200],
  ['a script, without its body', await script(), 'Files', 200, 'HEAD'],
  ['a part of a script', await script(), 'Files', 206, 'GET', { range: 'bytes=0-9' }],
  ['a missing script', '/assets/nothing.js', 'Files', 404],
  ['the current version', '/version.json', 'Files', 200],
  ['the file that updaters read', '/updates/latest.yml', 'Files', 200],
  ['a missing picture', '/media/nothing.avif', 'Pictures', 404],
  ['the API without a token', '/api/me', 'Files', 401],
  ['the API with a forged token', '/api/me', 'Files', 401, 'GET', { authorization: 'Bearer a.b.c' }],
  ['an unknown operation', '/api/nothing', 'Files', 404],
  ['an operation with an invalid request', '/api/contact', 'Files', 400, 'POST'],
  ['a one-click link in an email, opened as a page', '/api/oneClickUnsubscribe?token=x', 'Files', 303],
] as [string, string, 'Pages' | 'Files' | 'Pictures', number, string?, Record<string, string>?][])(
  'sends %s with the response headers of prod',
  async (_, path, policy, status, method = 'GET', headers = {}) => {
    const answer = await ask(path, method, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(headersOf(policy));
    // These headers would reveal the server software.
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  },
);

test('scores at least 100 points in Mozilla’s Observatory for every page and for the API', async () => {
  const behaviors = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors];
  const isOpen = behaviors.some(({ ViewerProtocolPolicy: policy }) => policy === 'allow-all');
  for (const path of [...sitePaths(), '/nothing', '/api/me']) {
    const response = await fetch(siteUrl + path);
    const modifiers = observatoryModifiers({
      headers: response.headers,
      html: await response.text(),
      // The local cloud has no TLS, so the template says how plain HTTP is handled.
      plainHttp: isOpen ? 'open' : 'redirected',
    });
    const score = observatoryScore(modifiers);
    if (path === '/') console.info(`Observatory score: ${score}, 100 plus`, modifiers);
    expect(score, path).toBeGreaterThanOrEqual(100);
  }
});

test('serves security.txt, which is valid for almost a year', async () => {
  const response = await fetch(`${siteUrl}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect([...fields.keys()]).toEqual([
    'Contact',
    'Expires',
    'Preferred-Languages',
    'Canonical',
    'Policy',
    'CSAF',
  ]);
  expect(Date.parse(fields.get('Expires') ?? '')).toBeGreaterThan(Date.now());
  for (const [field, type] of [
    ['Policy', 'text/html; charset=utf-8'],
    ['CSAF', 'application/json'],
  ] as const) {
    const { status, headers } = await fetch(siteUrl + new URL(fields.get(field) ?? '').pathname);
    expect([field, status, headers.get('content-type')]).toEqual([field, 200, type]);
  }
});

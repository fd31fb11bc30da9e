/** The facts that Mozilla's HTTP Observatory checks on a site. */
export interface Visit {
  headers: Headers;
  html: string;
  /** The response over plain HTTP: none, a redirect to HTTPS, or the page. */
  plainHttp: 'closed' | 'redirected' | 'open';
}

/**
 * The points that the Observatory adds to or subtracts from 100 for each of its tests. Without the
 * bonus for the browsers' preload list, which needs a visit to the real site.
 * @see https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
 * @see https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js
 * @throws Error on cookies, because the site sets none
 */
export function observatoryModifiers({ headers, html, plainHttp }: Visit): Record<string, number> {
  if (headers.has('set-cookie')) throw new Error('Cookies are not scored here.');
  const policy = readPolicy(headers.get('content-security-policy') ?? '');
  return {
    'content-security-policy': scorePolicy(policy),
    'cross-origin-resource-sharing': headers.has('access-control-allow-origin') ? -50 : 0,
    redirection: plainHttp === 'open' ? -20 : 0,
    'referrer-policy': scoreReferrerPolicy(headers.get('referrer-policy')),
    'strict-transport-security': scoreTransportSecurity(headers.get('strict-transport-security')),
    'subresource-integrity': scoreScripts(html),
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': scoreFraming(policy, headers.get('x-frame-options')),
    'cross-origin-resource-policy': scoreResourcePolicy(headers.get('cross-origin-resource-policy')),
  };
}

/** Starts at 100; bonuses count only from 90 points without them. */
export function observatoryScore(modifiers: Record<string, number>): number {
  const sum = (some: number[]) => some.reduce((total, modifier) => total + modifier, 0);
  const all = Object.values(modifiers);
  const withoutCredit = 100 + sum(all.filter((modifier) => modifier < 0));
  return Math.max(0, withoutCredit < 90 ? withoutCredit : 100 + sum(all));
}

type Policy = Map<string, string[]>;

function readPolicy(text: string): Policy {
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources]] : [])));
}

const anywhere = ['*', 'http:', 'https:', 'ftp:', 'data:', 'blob:', 'filesystem:'];

function scorePolicy(policy: Policy): number {
  if (policy.size === 0) return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const isLoose = (sources: string[]) =>
    sources.some((source) => [...anywhere, "'unsafe-inline'"].includes(source));
  if (isLoose(sourcesOf('script-src')) || isLoose(sourcesOf('object-src'))) return -20;
  const isPassive = (name: string) => ['img-src', 'media-src'].includes(name);
  const hasPlainHttp = (sources: string[]) => sources.some((source) => /^(http|ftp):/.test(source));
  if ([...policy].some(([name, sources]) => !isPassive(name) && hasPlainHttp(sources))) return -20;
  if ([...sourcesOf('script-src'), ...sourcesOf('style-src')].includes("'unsafe-eval'")) return -10;
  if ([...policy].some(([, sources]) => hasPlainHttp(sources))) return -10;
  if (isLoose(sourcesOf('style-src'))) return 0;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
}

function scoreReferrerPolicy(value: string | null): number {
  if (!value) return 0;
  const careful = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  return careful.includes(value) ? 5 : -5;
}

const sixMonthsInSeconds = 15_768_000;

function scoreTransportSecurity(value: string | null): number {
  const [, seconds] = /max-age=(\d+)/.exec(value ?? '') ?? [];
  if (seconds === undefined) return -20;
  return Number(seconds) < sixMonthsInSeconds ? -10 : 0;
}

/** For scripts from other origins. */
function scoreScripts(html: string): number {
  const foreign = [...html.matchAll(/<script\b[^>]*\bsrc="((?:https?:)?\/\/[^"]+)"[^>]*>/g)];
  if (foreign.some(([, source = '']) => !source.startsWith('https:'))) return -50;
  return foreign.some(([tag]) => !tag.includes('integrity=')) ? -5 : 0;
}

function scoreFraming(policy: Policy, header: string | null): number {
  const ancestors = policy.get('frame-ancestors');
  if (ancestors && !ancestors.some((source) => anywhere.includes(source))) return 5;
  return /^(DENY|SAMEORIGIN)$/i.test(header ?? '') ? 0 : -20;
}

function scoreResourcePolicy(value: string | null): number {
  if (!value || value === 'cross-origin') return 0;
  return ['same-origin', 'same-site'].includes(value) ? 10 : -5;
}

import { licenseKeysFile } from '../../../contract/records/license-file-name.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { publishedFiles } from '../../../lambdas/domain/releases/published-files.ts';
import { askSite, type SiteAnswer } from './ask-site.ts';
import { failed, needsEyes, notPossible, type Outcome, passed, type SmokeCheck } from './run-smoke.ts';

/** The headers that every answer has. */
const securityHeaders = ['content-security-policy', 'referrer-policy', 'x-content-type-options'];

/** Files that programs read. `publishedFiles` lists those of a release. */
const filesForPrograms = [
  'robots.txt',
  'sitemap.xml',
  'config.json',
  'site.webmanifest',
  'favicon.svg',
  '.well-known/security.txt',
  licenseKeysFile,
  'schemas/license.json',
];

const userAgents = [undefined, 'curl/8.0', 'Mozilla/5.0'];

/** The checks of what everybody can read. They make nothing. */
export function siteChecks(siteUrl: string): SmokeCheck[] {
  const ask = (path: string, headers: Record<string, string> = {}) => askSite(siteUrl + path, { headers });

  return [
    {
      name: 'Strict-Transport-Security',
      async run() {
        for (const path of ['/', '/nothing-here', '/api/me', `/${licenseKeysFile}`]) {
          const found = (await ask(path)).header('strict-transport-security');
          if (found.length !== 1 || !/^max-age=\d{7,}/.test(found[0] ?? ''))
            return failed(
              `${path} has ${found.length} Strict-Transport-Security headers: ${found.join(', ')}`,
            );
        }
        return passed;
      },
    },
    {
      name: 'Security headers',
      async run() {
        for (const path of ['/', '/nothing-here', '/api/me', '/api/nothing']) {
          const answer = await ask(path);
          const missing = securityHeaders.filter((name) => answer.header(name).length !== 1);
          if (missing.length > 0)
            return failed(`${path} must have each of these once: ${missing.join(', ')}`);
        }
        return passed;
      },
    },
    {
      name: '404 of pages',
      run: async () => expectAnswer('/nothing-here', await ask('/nothing-here'), 404, 'text/html'),
    },
    {
      name: '404 of the API',
      run: async () => expectAnswer('/api/nothing', await ask('/api/nothing'), 404, 'application/json'),
    },
    {
      name: 'Files for programs',
      run: () =>
        readEach(
          filesForPrograms.map((file) => `/${file}`),
          ask,
        ),
    },
    {
      name: 'Files of releases',
      async run() {
        if ((await ask('/version.json')).status !== 200)
          return notPossible('the stage has no stable release');
        const paths = Object.keys(publishedFiles({ releases: {} }, siteUrl)).map((file) => `/${file}`);
        const answers = await Promise.all(
          paths.map(async (path) => ({ path, status: (await ask(path)).status })),
        );
        const missing = answers.filter(({ status }) => status !== 200).map(({ path }) => path);
        const read = await readEach(
          paths.filter((path) => !missing.includes(path)),
          ask,
        );
        if (read.result !== 'passed' || missing.length === 0) return read;
        return needsEyes(
          `missing, which is right if the current release has no such builds: ${missing.join(', ')}`,
        );
      },
    },
    {
      name: 'Pages of the sitemaps',
      async run() {
        const addressesIn = async (path: string) =>
          [...(await ask(path)).body.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(
            ([, address = '']) => new URL(address).pathname,
          );
        const sitemaps = await addressesIn('/sitemap.xml');
        const pages = (await Promise.all(sitemaps.map(addressesIn))).flat();
        if (pages.length === 0) return failed('/sitemap.xml lists no page');
        return readEach(pages, ask);
      },
    },
    {
      name: 'Compression',
      async run() {
        // Scripts are stored with Brotli, which every browser that runs them reads.
        for (const [path, encoding] of [
          ['/', 'br'],
          ['/', 'gzip'],
          [await scriptOf(ask), 'br'],
        ] as const) {
          const found = (await ask(path, { 'accept-encoding': encoding })).header('content-encoding');
          if (found.join() !== encoding)
            return failed(`${path} is sent with the encoding "${found.join()}" to a reader of ${encoding}`);
        }
        return passed;
      },
    },
    {
      name: 'Caching',
      async run() {
        for (const [path, wanted] of [
          ['/', cacheControl.pages],
          [`/${licenseKeysFile}`, cacheControl.pages],
          [await scriptOf(ask), cacheControl.assets],
        ] as const) {
          const found = (await ask(path)).header('cache-control').join();
          if (found !== wanted) return failed(`${path} has the cache-control "${found}", not "${wanted}"`);
        }
        return passed;
      },
    },
  ];
}

type Ask = (path: string, headers?: Record<string, string>) => Promise<SiteAnswer>;

async function readEach(paths: string[], ask: Ask): Promise<Outcome> {
  for (const path of paths)
    for (const userAgent of userAgents) {
      const { status } = await ask(path, userAgent ? { 'user-agent': userAgent } : {});
      if (status !== 200)
        return failed(`${path} answers ${status} ${userAgent ? `to ${userAgent}` : 'without a user agent'}`);
    }
  return passed;
}

function expectAnswer(path: string, answer: SiteAnswer, status: number, type: string): Outcome {
  const found = answer.header('content-type').join();
  return answer.status === status && found.startsWith(type)
    ? passed
    : failed(`${path} answers ${answer.status} with ${found}, not ${status} with ${type}`);
}

/** The path of a script of the home page. */
async function scriptOf(ask: Ask): Promise<string> {
  const [, path] = /src="(\/assets\/[^"]+\.js)"/.exec((await ask('/')).body.toString()) ?? [];
  if (!path) throw new Error('The home page has no script.');
  return path;
}

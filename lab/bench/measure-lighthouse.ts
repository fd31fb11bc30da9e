import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { forward } from '../../local/fakes/cloudfront/forward.ts';
import { type Listening, listen } from '../../local/server/listen.ts';
import { startCloudProcess } from '../../test/cloud-process.ts';
import { budgets } from '../../test/e2e/budgets.ts';
import { findBrowser } from '../../test/e2e/find-browser.ts';
import { median } from './median.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** `simulate` computes the time on a slow phone, `devtools` slows this machine down. */
type Throttling = 'simulate' | 'devtools';

interface LighthouseOptions {
  paths: string[];
  /** The number of runs per page; the table shows medians. */
  runs: number;
  onRun: (what: string) => void;
}

/**
 * Runs Lighthouse's mobile preset on the local cloud, each run in a new browser. Yields the rows of a table as they are measured: the columns' names, the limits, then one
 * row for each page.
 */
export async function* measureLighthouse({
  paths,
  runs,
  onRun,
}: LighthouseOptions): AsyncGenerator<string[]> {
  const cloud = await startCloudProcess();
  const plain = await servePlainHydration(Number(new URL(cloud.siteUrl).port));
  try {
    yield ['', 'scores', 'LCP s', 'CLS', 'TBT ms', 'applied: LCP s', 'plain: LCP s', 'ratio', ''];
    yield [
      'bar',
      categories.map(() => budgets.lighthouseScore).join(' '),
      seconds(budgets.largestContentfulPaintMs),
      String(budgets.cumulativeLayoutShift),
      String(budgets.totalBlockingTimeMs),
      '',
      '',
      budgets.appliedRatio.toFixed(2),
      '',
    ];
    for (const path of paths) {
      const simulated: Result[] = [];
      const applied: Result[] = [];
      const appliedPlain: Result[] = [];
      for (let run = 1; run <= runs; run++) {
        onRun(`${path}, run ${run} of ${runs}`);
        simulated.push(await runLighthouse(cloud.siteUrl + path, 'simulate'));
        // Alternates, so that a busy moment affects both equally.
        applied.push(await runLighthouse(cloud.siteUrl + path, 'devtools'));
        appliedPlain.push(await runLighthouse(`http://localhost:${plain.port}${path}`, 'devtools'));
      }
      yield describePage(path, simulated, applied, appliedPlain);
    }
  } finally {
    await plain.close();
    await cloud.dispose();
  }
}

function describePage(
  path: string,
  simulated: Result[],
  applied: Result[],
  appliedPlain: Result[],
): string[] {
  const scores = categories.map((category) =>
    median(simulated.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100))),
  );
  const medianOf = (results: Result[], audit: string) =>
    median(results.map((result) => result.audits[audit]?.numericValue ?? Number.NaN));
  const largestPaint = 'largest-contentful-paint';
  const layoutShift = medianOf(simulated, 'cumulative-layout-shift');
  const blockingTime = medianOf(simulated, 'total-blocking-time');
  const paint = medianOf(simulated, largestPaint);
  const appliedPaint = medianOf(applied, largestPaint);
  const plainPaint = medianOf(appliedPlain, largestPaint);
  const ratio = (appliedPaint / plainPaint).toFixed(2);
  const holds =
    scores.every((score) => score >= budgets.lighthouseScore) &&
    paint <= budgets.largestContentfulPaintMs &&
    layoutShift <= budgets.cumulativeLayoutShift &&
    blockingTime <= budgets.totalBlockingTimeMs &&
    Number(ratio) <= budgets.appliedRatio;
  return [
    path,
    scores.join(' '),
    seconds(paint),
    layoutShift.toFixed(3),
    blockingTime.toFixed(0),
    seconds(appliedPaint),
    seconds(plainPaint),
    ratio,
    holds ? '' : 'misses',
  ];
}

/** Sometimes a browser's recording fails; Lighthouse then asks for another run. */
const maxAttempts = 3;

async function runLighthouse(url: string, throttlingMethod: Throttling): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const { runtimeError, ...result } = await openInNewBrowser(url, throttlingMethod);
    if (!runtimeError) return result;
    if (attempt === maxAttempts) throw new Error(`Lighthouse, ${url}: ${runtimeError.message}`);
  }
}

async function openInNewBrowser(url: string, throttlingMethod: Throttling): Promise<Result> {
  const port = await findFreePort();
  const { executablePath, args } = await findBrowser();
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const run = await lighthouse(url, {
      port,
      throttlingMethod,
      onlyCategories: [...categories],
      logLevel: 'error',
    });
    if (!run) throw new Error(`Lighthouse gave no result for ${url}`);
    return run.lhr;
  } finally {
    await browser.close();
  }
}

/** Lighthouse needs the port on which the browser listens. */
async function findFreePort(): Promise<number> {
  const listening = await listen(() => {});
  await listening.close();
  return listening.port;
}

const seconds = (ms: number) => (ms / 1000).toFixed(2);

/**
 * Serves the same pages with the tags of plain hydration, for comparison: the browser fetches and
 * runs the site's code at once. Everything else is unchanged and comes from the local cloud on
 * `cloudPort`.
 */
function servePlainHydration(cloudPort: number): Promise<Listening> {
  return listen((request, response) => {
    if (!request.headers.accept?.includes('text/html'))
      return forward(cloudPort, request.url ?? '/', request, response);
    fetch(`http://127.0.0.1:${cloudPort}${request.url}`)
      .then(async (page) => {
        const html = startAtOnce(await page.text());
        // The same compression level as the local cloud.
        const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
        response
          .writeHead(page.status, {
            'content-type': 'text/html; charset=utf-8',
            'content-encoding': 'br',
            'content-security-policy': page.headers.get('content-security-policy') ?? '',
          })
          .end(body);
      })
      .catch(() => response.destroy());
  });
}

function startAtOnce(html: string): string {
  const boot = /<script src="[^"]*" data-entry="([^"]*)" data-modules="([^"]*)"><\/script>/;
  const [script, entry = '', modules = ''] = boot.exec(html) ?? [];
  if (!script) throw new Error('The page has no boot script.');
  const preloads = modules.split(' ').map((href) => `<link rel="modulepreload" href="${href}">`);
  return html.replace(script, `<script type="module" src="${entry}"></script>${preloads.join('')}${script}`);
}

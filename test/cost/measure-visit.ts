import type { Browser, Page } from '@playwright/test';
import {
  type CountedVisit,
  type RequestKind,
  requestKind,
  requestKinds,
  type VisitStep,
} from '../../scripts/commands/cost/visit.ts';
import { expectToArrive, signIn as signInByForm } from '../e2e/auth-page.ts';
import { openPage } from '../e2e/open-page.ts';
import { registerPerson } from '../person.ts';

/** Uses the site as a visitor does, and counts the requests and bytes of each step. */
export async function measureVisit(browser: Browser, siteUrl: string): Promise<CountedVisit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const during = await watchNetwork(page);

    const firstPage = await during(async () => {
      await openPage(page, `${siteUrl}/`);
      // A headless browser does not request the icon.
      await page.evaluate(() => fetch('/favicon.svg'));
      await readToTheEnd(page);
    });
    const nextPage = await during(async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).first().click();
      await page.waitForFunction(() => document.title.startsWith('Pricing'));
      await readToTheEnd(page);
    });
    const laterVisit = await during(async () => {
      await openPage(page, `${siteUrl}/`);
      await readToTheEnd(page);
    });
    const { email } = await registerPerson(siteUrl);
    const signIn = await during(async () => {
      await openPage(page, `${siteUrl}/auth`);
      await signInByForm(page, email);
      await expectToArrive(page);
    });
    const accountPage = await during(async () => {
      await openPage(page, `${siteUrl}/account`);
      await readToTheEnd(page);
    });
    return { firstPage, nextPage, laterVisit, signIn, accountPage };
  } finally {
    await context.close();
  }
}

/** Scrolls down, so that the browser requests pictures further down too. */
const readToTheEnd = (page: Page) =>
  page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      // The browser checks which pictures are near the viewport while it draws a frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }
  });

const drawFrame = (page: Page) => page.evaluate(() => new Promise(requestAnimationFrame));

/**
 * Counts what goes over the network. Playwright's events include responses from the browser's
 * cache, so this listens to the browser itself:
 * https://chromedevtools.github.io/devtools-protocol/tot/Network/
 */
async function watchNetwork(page: Page): Promise<(act: () => Promise<void>) => Promise<VisitStep>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, RequestKind>();
  const fromCache = new Set<string>();
  let step = emptyStep();
  const pending = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const url = new URL(request.url);
    if (url.protocol !== 'http:') return;
    kinds.set(requestId, requestKind(url.pathname));
    pending.add(requestId);
  });
  session.on('Network.loadingFailed', ({ requestId }) => pending.delete(requestId));
  session.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) fromCache.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    const kind = kinds.get(requestId);
    if (!kind || fromCache.has(requestId)) return;
    step.requests[kind] += 1;
    if (kind !== 'userPool') step.bytes += encodedDataLength;
  });
  return async (act) => {
    step = emptyStep();
    await act();
    // Playwright's "networkidle" happens once for each document, and links within the site load no
    // document.
    for (let quietFrames = 0; quietFrames < 30; quietFrames = pending.size > 0 ? 0 : quietFrames + 1) {
      await drawFrame(page);
    }
    return step;
  };
}

const emptyStep = (): VisitStep => ({
  requests: Object.fromEntries(requestKinds.map((kind) => [kind, 0])) as Record<RequestKind, number>,
  bytes: 0,
});

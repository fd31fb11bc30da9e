import type { Browser, Page } from '@playwright/test';
import {
  type CountedVisit,
  type RequestKind,
  requestKind,
  requestKinds,
  type VisitStep,
} from '../../scripts/cost/visit.ts';
import { openPage } from '../e2e/open-page.ts';
import { signInAsNewPerson } from '../e2e/sign-in.ts';

/** Goes through the site as a visitor does, and counts what each step asks for. */
export async function measureVisit(browser: Browser, siteUrl: string): Promise<CountedVisit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const during = await watchNetwork(page);

    const firstPage = await during(async () => {
      await openPage(page, `${siteUrl}/`);
      await readToTheEnd(page);
    });
    const nextPage = await during(async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Pricing' }).first().click();
      await page.waitForURL('**/pricing');
      await readToTheEnd(page);
    });
    const laterVisit = await during(async () => {
      await openPage(page, `${siteUrl}/`);
      await readToTheEnd(page);
    });
    const signIn = await during(async () => {
      await signInAsNewPerson(page, siteUrl);
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

/** Scrolls down, so that pictures further down are asked for too. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      // The browser looks what has come near while it draws a frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }
  });
  await page.waitForLoadState('networkidle');
}

/**
 * Counts what really goes over the line. Playwright's own events tell of what comes from the browser's cache as well, so this listens to
 * the browser itself: https://chromedevtools.github.io/devtools-protocol/tot/Network/
 */
async function watchNetwork(page: Page): Promise<(act: () => Promise<void>) => Promise<VisitStep>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, RequestKind>();
  const fromCache = new Set<string>();
  let step = emptyStep();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const url = new URL(request.url);
    if (url.protocol === 'http:') kinds.set(requestId, requestKind(url.pathname));
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) fromCache.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (!kind || fromCache.has(requestId)) return;
    step.requests[kind] += 1;
    if (kind !== 'userPool') step.bytes += encodedDataLength;
  });
  return async (act) => {
    step = emptyStep();
    await act();
    await page.waitForLoadState('networkidle');
    return step;
  };
}

const emptyStep = (): VisitStep => ({
  requests: Object.fromEntries(requestKinds.map((kind) => [kind, 0])) as Record<RequestKind, number>,
  bytes: 0,
});

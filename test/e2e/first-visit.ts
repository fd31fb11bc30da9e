import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page, Response } from '@playwright/test';
import { openPage } from '../../test/e2e/open-page.ts';

/**
 * The bytes that a visitor with an empty cache fetches. Bytes by type are compressed with Brotli at
 * its highest quality.
 */
export interface FirstVisit {
  requests: number;
  /** As served, including headers. */
  transferredBytes: number;
  /** The page itself: as served, including headers. */
  documentBytes: number;
  scriptBytes: number;
  /** The styles in the page and the linked ones. */
  styleBytes: number;
}

/** Lighthouse's phone. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };

/** @param stored the initial content of the browser's local storage, such as a sign-in */
export async function firstVisit(
  browser: Browser,
  url: string,
  stored: Record<string, string> = {},
): Promise<FirstVisit> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const origins = [{ origin: new URL(url).origin, localStorage }];
  const context = await browser.newContext({ ...phone, storageState: { cookies: [], origins } });
  try {
    const page = await context.newPage();
    const count = watchVisit(page);
    await openPage(page, url);
    await page.waitForLoadState('networkidle');
    return await count();
  } finally {
    await context.close();
  }
}

/** Records the page's requests. The returned function returns the bytes so far. */
export function watchVisit(page: Page): () => Promise<FirstVisit> {
  const responses: Response[] = [];
  page.on('response', (response) => {
    // A WebSocket has no body.
    if (response.status() !== 101) responses.push(response);
  });
  return async () => {
    const fetched = await Promise.all(responses.map(describeResponse));
    const bytesOf = (type: string) =>
      sum(fetched.filter((file) => file.type === type).map(({ body }) => compressedLength(body)));
    const html = fetched.find(({ type }) => type === 'document')?.body.toString() ?? '';
    const inlineStyles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
      .map(([, css = '']) => css)
      .join('');
    return {
      requests: fetched.length,
      transferredBytes: sum(fetched.map(({ transferredBytes }) => transferredBytes)),
      documentBytes: sum(
        fetched.filter(({ type }) => type === 'document').map(({ transferredBytes }) => transferredBytes),
      ),
      // Compressing the scripts takes a second, and most tests do not need it.
      get scriptBytes() {
        return bytesOf('script');
      },
      styleBytes: bytesOf('stylesheet') + brotliCompressSync(inlineStyles).length,
    };
  };
}

async function describeResponse(response: Response) {
  const { responseBodySize, responseHeadersSize } = await response.request().sizes();
  return {
    type: response.request().resourceType(),
    // A 304 response and a response to HEAD have no body.
    body:
      response.status() === 304 || response.request().method() === 'HEAD'
        ? Buffer.alloc(0)
        : await response.body(),
    transferredBytes: responseBodySize + responseHeadersSize,
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Every page loads most of these files, and compressing the largest takes almost half a second. */
const compressedLengths = new Map<string, number>();

function compressedLength(body: Buffer): number {
  const digest = createHash('sha256').update(body).digest('hex');
  const length = compressedLengths.get(digest) ?? brotliCompressSync(body).length;
  compressedLengths.set(digest, length);
  return length;
}

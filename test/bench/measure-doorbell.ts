import { chromium, type Page } from '@playwright/test';
import { startCloudProcess } from '../cloud-process.ts';
import { findBrowser } from '../e2e/find-browser.ts';
import { openPage } from '../e2e/open-page.ts';
import { type Person, registerPerson } from '../person.ts';

const changes = 200;

/**
 * Measures when a page in a browser shows a change that was made elsewhere, in milliseconds from the
 * request of the change and as a ratio to that request alone.
 */
export async function measureDoorbell(onProgress: (text: string) => void): Promise<string[][]> {
  const cloud = await startCloudProcess();
  const browser = await chromium.launch(await findBrowser());
  try {
    const person = await registerPerson(cloud.siteUrl);
    const page = await openPreferences(await browser.newPage({ baseURL: cloud.siteUrl }), person);
    const requestMs: number[] = [];
    const visibleMs: number[] = [];
    for (let index = 0; index < changes; index++) {
      onProgress(`change ${index + 1} of ${changes}`);
      const wantsMail = index % 2 === 0;
      const startedAt = performance.now();
      const visible = page.getByRole('switch', { name: 'Newsletter', checked: wantsMail }).waitFor();
      await person.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail } });
      requestMs.push(performance.now() - startedAt);
      await visible;
      visibleMs.push(performance.now() - startedAt);
    }
    const row = (name: string, share: number) => {
      const visible = quantile(visibleMs, share);
      return [name, visible.toFixed(0), (visible / quantile(requestMs, share)).toFixed(1)];
    };
    return [
      ['', 'milliseconds', 'ratio to the request'],
      row(`median of ${changes} changes`, 0.5),
      row('95 % of them', 0.95),
      row('all of them', 1),
    ];
  } finally {
    await browser.close();
    await cloud.dispose();
  }
}

async function openPreferences(page: Page, { browserStorage }: Person): Promise<Page> {
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, browserStorage);
  const connected = page.waitForEvent('websocket');
  await openPage(page, '/preferences');
  await connected;
  return page;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

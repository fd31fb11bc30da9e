import { chromium } from '@playwright/test';
import { startCloudProcess } from '../../test/cloud-process.ts';
import { budgets } from '../../test/e2e/budgets.ts';
import { findBrowser } from '../../test/e2e/find-browser.ts';
import { firstVisit } from '../../test/e2e/first-visit.ts';
import { sitePaths } from '../../test/site-paths.ts';

/** Opens each page in a browser with an empty cache, and counts what it fetches. */
export async function measurePages(onPage: (path: string) => void): Promise<string[][]> {
  const cloud = await startCloudProcess();
  const browser = await chromium.launch(await findBrowser());
  try {
    const { documentBytes, homeScriptBytes, styleBytes, homeTransferredBytes, homeRequests } = budgets;
    const rows = [
      ['', 'HTML', 'JS brotli', 'CSS brotli', 'transferred', 'requests'],
      [
        'bar for /',
        ...[documentBytes, homeScriptBytes, styleBytes, homeTransferredBytes, homeRequests].map(String),
      ],
      ['bar for the others', String(documentBytes), '', String(styleBytes), '', ''],
    ];
    for (const path of sitePaths()) {
      onPage(path);
      const visit = await firstVisit(browser, cloud.siteUrl + path);
      const { transferredBytes, requests } = visit;
      const figures = [visit.documentBytes, visit.scriptBytes, visit.styleBytes, transferredBytes, requests];
      rows.push([path, ...figures.map(String)]);
    }
    return rows;
  } finally {
    await browser.close();
    await cloud.dispose();
  }
}

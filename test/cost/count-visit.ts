import { chromium } from '@playwright/test';
import type { CountedVisit } from '../../scripts/commands/cost/visit.ts';
import { startCloudProcess } from '../cloud-process.ts';
import { findBrowser } from '../e2e/find-browser.ts';
import { measureVisit } from './measure-visit.ts';

/** Counts the requests of a visit, in a new browser and a new local cloud. Needs the build. */
export async function countVisit(): Promise<CountedVisit> {
  const cloud = await startCloudProcess();
  const browser = await chromium.launch(await findBrowser());
  try {
    return await measureVisit(browser, cloud.siteUrl);
  } finally {
    await browser.close();
    await cloud.dispose();
  }
}

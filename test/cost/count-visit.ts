import { chromium } from '@playwright/test';
import type { CountedVisit } from '../../scripts/commands/cost/visit.ts';
import { startCloudProcess } from '../cloud-process.ts';
import { findBrowser } from '../e2e/find-browser.ts';
import { measureVisit } from './measure-visit.ts';

/** Counts what a visit asks for, in a browser and a local cloud of its own. Needs the build. */
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

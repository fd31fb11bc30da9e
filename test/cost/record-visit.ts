import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { visitFile } from '../../scripts/cost/files.ts';
import { startCloudProcess } from '../cloud-process.ts';
import { findBrowser } from '../e2e/find-browser.ts';
import { measureVisit } from './measure-visit.ts';

// `npm run cost:visit`: counts what a visit asks for, and keeps it for `npm run cost`.

const cloud = await startCloudProcess();
const browser = await chromium.launch(await findBrowser());
try {
  const visit = await measureVisit(browser, cloud.siteUrl);
  writeFileSync(visitFile, `${JSON.stringify(visit, undefined, 2)}\n`);
  console.log(`${visitFile} is written. Now: npm run cost`);
} finally {
  await browser.close();
  await cloud.dispose();
}

import { readdirSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { startCloudProcess } from '../cloud-process.ts';
import { findBrowser } from '../e2e/find-browser.ts';

/** The address of every page that was built. */
function readPaths(): string[] {
  const files = readdirSync('dist/web', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('index.html'),
  );
  return files.map((file) => `/${file.replace(/\/?index\.html$/, '')}`).sort();
}

/** What the browser asked for, by the resource types of the table's columns. */
const columns = { HTML: ['document'], CSS: ['stylesheet'], JS: ['script'] };

/** Opens each page in a browser that has nothing in its cache, and counts what it fetches of our own site. */
export async function measurePages(onPage: (path: string) => void): Promise<string[][]> {
  const cloud = await startCloudProcess();
  const browser = await chromium.launch(await findBrowser());
  try {
    const rows = [
      ['', ...Object.keys(columns).flatMap((name) => [`${name} gzip`, `${name} brotli`]), 'requests'],
    ];
    for (const path of readPaths()) {
      onPage(path);
      rows.push([path, ...(await measurePage(browser, cloud.siteUrl + path))]);
    }
    return rows;
  } finally {
    await browser.close();
    await cloud.dispose();
  }
}

async function measurePage(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bodies: Promise<{ type: string; body: Buffer }>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    bodies.push(response.body().then((body) => ({ type, body })));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const fetched = await Promise.all(bodies);
  await context.close();
  const sizes = Object.values(columns).flatMap((types) => {
    const files = fetched.filter(({ type }) => types.includes(type)).map(({ body }) => body);
    return [
      sum(files.map((file) => gzipSync(file).length)),
      sum(files.map((file) => brotliCompressSync(file).length)),
    ];
  });
  return [...sizes.map(String), String(fetched.length)];
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from '../../test/e2e/find-browser.ts';

// Draws content/mockups/*.html into content/mockups/images, and for the press in both themes into content/press.
// The images are committed, so that a build needs no browser; run this after changing a screen:
// `node scripts/build/render-mockups.ts [name …]`.

const mockupsFolder = fileURLToPath(new URL('../../content/mockups/', import.meta.url));
const imagesFolder = join(mockupsFolder, 'images');
const pressFolder = fileURLToPath(new URL('../../content/press/', import.meta.url));
const viewport = { width: 1600, height: 1000 };
const widths = [480, 800, 1600];
// The highest qualities at which an 800 px wide AVIF stays at about 25 KB and text is still crisp.
const avif = { quality: 48, effort: 9, chromaSubsampling: '4:2:0' };
const webp = { quality: 72, effort: 6, smartSubsample: true };

/** The tokens of colors of the screens. */
const tokens: Record<string, string> = {
  '#0d141e': 'ground',
  '#1c2939': 'surface-raised',
  '#6d7f97': 'line-strong',
  '#7cc4c8': 'water',
  '#a8b4c4': 'text-muted',
  '#e3b565': 'accent',
  '#f0c981': 'accent-strong',
  '#ff9d8f': 'danger',
};

const wanted = process.argv.slice(2);
const names = (await readdir(mockupsFolder))
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.slice(0, -'.html'.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

await mkdir(imagesFolder, { recursive: true });
await mkdir(pressFolder, { recursive: true });
const { args, ...found } = await findBrowser();
const browser = await chromium.launch({
  ...found,
  args: [...args, '--force-color-profile=srgb', '--font-render-hinting=none', '--disable-lcd-text'],
});
const table: Record<string, Record<string, string>> = {};
try {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1, colorScheme: 'dark' });
  page.on('pageerror', (error) => {
    throw error;
  });
  // A screen may use nothing that is not in this repository.
  await page.route(/^(?!file:)/, (route) => {
    throw new Error(`${page.url()} asks for ${route.request().url()}`);
  });
  for (const name of names) {
    const draw = async (theme: string) => {
      await page.goto(pathToFileURL(join(mockupsFolder, `${name}.html`)).href);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const drawn = await page.screenshot({ animations: 'disabled' });
      await sharp(drawn)
        .png({ palette: true, effort: 10, compressionLevel: 9 })
        .toFile(join(pressFolder, `lorewright-${name}-${theme}.png`));
      return drawn;
    };
    await page.route(`**/${name}.html`, async (route) => {
      const html = await readFile(join(mockupsFolder, `${name}.html`), 'utf8');
      await route.fulfill({ body: inLightColors(html), contentType: 'text/html' });
    });
    await draw('light');
    await page.unroute(`**/${name}.html`);
    const screen = await draw('dark');
    const row: Record<string, string> = {};
    for (const width of widths) {
      const resized = sharp(screen).resize({ width, kernel: 'lanczos3' });
      for (const [type, image] of [
        ['avif', resized.clone().avif(avif)],
        ['webp', resized.clone().webp(webp)],
      ] as const) {
        const file = join(imagesFolder, `${name}-${width}.${type}`);
        await image.toFile(file);
        row[`${width} ${type}`] = `${((await stat(file)).size / 1024).toFixed(1)} KB`;
      }
    }
    table[name] = row;
  }
} finally {
  await browser.close();
}
console.table(table);

/** A screen that is drawn for the dark theme, in the light theme: with the colors of the theme, and others as light as they were dark. */
function inLightColors(html: string): string {
  return html
    .replace('<html lang="en"', '<html lang="en" data-theme="light"')
    .replace(/(?<!\()#(?:[\da-f]{6}|[\da-f]{3})\b/g, (color) => {
      const token = tokens[color];
      // The lightness of text and ground in the two themes: web/src/styles/tokens.css.
      return token ? `var(--color-${token})` : `oklch(from ${color} calc(0.965 - (l - 0.189) * 0.93) c h)`;
    });
}

import sharp from 'sharp';
import { site } from '../../web/src/lib/site.ts';
import type { SiteFile } from '../pages/site-file.ts';
import { nightColor } from './night-colors.ts';

/** Phones crop an icon that fills its square to their own shape. */
const icons = [
  { path: 'icon-192.png', size: 192, fillsSquare: false },
  { path: 'icon-512.png', size: 512, fillsSquare: false },
  { path: 'icon-maskable-512.png', size: 512, fillsSquare: true },
  { path: 'apple-touch-icon.png', size: 180, fillsSquare: true },
];

/** For clients that request /favicon.ico without reading the page. */
const tabIconSize = 32;

/** Draws the icons that cannot be SVG, from the SVG of the browser's tab. */
export async function drawSiteIcons(svg: Buffer): Promise<SiteFile[]> {
  return Promise.all([
    ...icons.map(async ({ path, size, fillsSquare }) => ({
      path,
      content: await drawIcon(svg, size, fillsSquare),
    })),
    drawIcon(svg, tabIconSize, false).then((png) => ({
      path: 'favicon.ico',
      content: icoOf(png, tabIconSize),
    })),
  ]);
}

function drawIcon(svg: Buffer, size: number, fillsSquare: boolean): Promise<Buffer> {
  const pointsPerInch = 72;
  const iconUnits = 32;
  const picture = sharp(svg, { density: (pointsPerInch * size) / iconUnits }).resize(size, size);
  // The star stays within the circle of 80% that every mask keeps
  // (https://www.w3.org/TR/appmanifest/#icon-masks).
  if (fillsSquare) picture.flatten({ background: nightColor('ground') });
  return picture.png({ palette: true }).toBuffer();
}

/**
 * An ICO file with one picture: directory, entry and the unchanged PNG
 * (https://en.wikipedia.org/wiki/ICO_(file_format)).
 */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // An icon, not a cursor.
  header.writeUInt16LE(1, 4); // One picture.
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // Color planes.
  header.writeUInt16LE(32, 12); // Bits per pixel.
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/**
 * For home screens. The site opens in the browser and not as an app, so browsers do not preload the
 * icons.
 */
export function webManifest(): string {
  const inManifest = icons.filter(({ path }) => path.startsWith('icon-'));
  const manifest = {
    name: `${site.name}: ${site.tagline}`,
    short_name: site.name,
    description: site.tagline,
    lang: 'en',
    start_url: '/',
    display: 'browser',
    theme_color: nightColor('ground'),
    background_color: nightColor('ground'),
    icons: inManifest.map(({ path, size, fillsSquare }) => ({
      src: `/${path}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: fillsSquare ? 'maskable' : 'any',
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

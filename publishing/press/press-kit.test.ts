import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { logos } from '../../content/press.ts';
import { screens, zipPressKit } from './press-kit.ts';

it('holds exactly the pictures that the page lists', async () => {
  const files = unzipSync(await zipPressKit());
  const listed = [...screens, ...logos].flatMap((picture) => picture.files);
  expect(Object.keys(files)).toEqual(listed.toSorted());
  for (const name of screens.flatMap((screen) => screen.files))
    expect(await sharp(files[name]).metadata()).toMatchObject({ format: 'png', width: 1600, height: 1000 });
});

it('has the icon that browsers show', async () => {
  const { 'lorewright-icon.svg': icon } = unzipSync(await zipPressKit());
  expect(Buffer.from(icon ?? [])).toEqual(await readFile('web/public/favicon.svg'));
});

it('has the same bytes each time, so that a deployment uploads only changes', async () => {
  expect(await zipPressKit()).toEqual(await zipPressKit());
});

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyWithOffer, resetCommand } from './start-with-offer.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sell-offer-'));
  for (const file of ['contract/rules/catalog.ts', 'settings.ts']) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    cpSync(file, join(root, file));
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('names the offer in the command that starts again', () => {
  expect(resetCommand('start', 'lifetime')).toBe('npm run start -- --reset --offer lifetime');
  expect(resetCommand('dev')).toBe('npm run dev -- --reset');
});

describe('copyWithOffer', () => {
  it('sells the offer in the copy only', async () => {
    const folder = copyWithOffer('lifetime', root);
    expect(folder).toBe(join(root, 'dist/offers/lifetime'));
    const copy = await import(join(folder, 'contract/rules/catalog.ts'));
    expect(copy.currentOffer).toBe('lifetime');
    expect(read('contract/rules/catalog.ts')).toContain("currentOffer: OfferId = 'earlyAccess'");
  });

  it('follows changes of the sources, and keeps the build of the copy', () => {
    writeFileSync(join(root, 'cdk.json'), '1');
    mkdirSync(join(root, 'dist/offers/lifetime/dist'), { recursive: true });
    copyWithOffer('lifetime', root);
    writeFileSync(join(root, 'settings.ts'), 'new');
    rmSync(join(root, 'cdk.json'));
    copyWithOffer('lifetime', root);
    expect(read('dist/offers/lifetime/settings.ts')).toBe('new');
    expect(existsSync(join(root, 'dist/offers/lifetime/cdk.json'))).toBe(false);
    expect(existsSync(join(root, 'dist/offers/lifetime/dist'))).toBe(true);
  });

  it('fails when the catalog names its offer in another way', () => {
    writeFileSync(join(root, 'contract/rules/catalog.ts'), 'export const currentOffer = 1;');
    expect(() => copyWithOffer('lifetime', root)).toThrow('has no line');
  });
});

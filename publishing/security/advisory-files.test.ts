import * as mandatoryTests from '@secvisogram/csaf-validator-lib/mandatoryTests.js';
import { csaf_2_0 } from '@secvisogram/csaf-validator-lib/schemaTests.js';
import validate from '@secvisogram/csaf-validator-lib/validate.js';
import { describe, expect, it } from 'vitest';
import { type Advisory, advisoryPath } from '../../contract/content/advisory.ts';
import { advisories } from '../../web/src/lib/advisories.ts';
import { advisoryFiles, providerMetadataPath } from './advisory-files.ts';
import { sampleAdvisory } from './sample-advisory.ts';

/** The problems that the reference implementation of the standard finds. */
async function problemsOf(advisory: Advisory): Promise<string[]> {
  const { tests } = await validate([csaf_2_0, ...Object.values(mandatoryTests)], advisory);
  return tests.flatMap(({ errors }) =>
    errors.map(({ instancePath, message }) => `${instancePath} ${message}`),
  );
}

describe('content/advisories', () => {
  it('has only valid documents of CSAF 2.0, in files of their ids', async () => {
    for (const advisory of advisories) expect(await problemsOf(advisory)).toEqual([]);
  });

  it('is checked by a validator that finds a missing id and missing products', async () => {
    expect(await problemsOf(sampleAdvisory)).toEqual([]);
    const { tracking, ...document } = sampleAdvisory.document;
    expect(
      await problemsOf({ ...sampleAdvisory, document: { ...document, tracking: { ...tracking, id: '' } } }),
    ).not.toEqual([]);
    const { product_tree: _, ...withoutProducts } = sampleAdvisory;
    expect(await problemsOf(withoutProducts)).not.toEqual([]);
  });
});

describe('advisoryFiles', () => {
  const read = (of: Advisory[], path: string) =>
    JSON.parse(String(advisoryFiles(of, '2025-06-13T00:00:00Z').find((file) => file.path === path)?.content));
  const feedOf = (of: Advisory[]) => {
    const [{ rolie }] = read(of, providerMetadataPath).distributions;
    return read(of, new URL(rolie.feeds[0].url).pathname.slice(1)).feed;
  };

  it('leads from the metadata to the feed, and from there to each advisory', () => {
    const [entry] = feedOf([sampleAdvisory]).entry;
    expect(entry).toMatchObject({ id: 'LW-2026-001', updated: '2026-11-03T09:00:00Z' });
    expect(read([sampleAdvisory], new URL(entry.content.src).pathname.slice(1))).toEqual(sampleAdvisory);
    expect(advisoryPath(sampleAdvisory)).toBe('csaf/2026/lw-2026-001.json');
  });

  it('has a feed without an advisory', () => {
    expect(feedOf([])).toMatchObject({ entry: [], updated: '2025-06-13T00:00:00Z' });
  });
});

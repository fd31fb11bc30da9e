import { siteNameOf, stages } from '../../lib/stages.ts';
import { siteTemplates } from '../../scripts/build/site-template.ts';
import { measureSizes, type SizeQuota } from './size-quotas.ts';
import { allOn, stageMatrix } from './stage-matrix.ts';

const [longestName = 'prod'] = Object.keys(stages).sort(
  (a, b) => b.length - a.length,
) as (keyof typeof stages)[];

/** The sizes of each stage of the tests, and those of the stage with all switches on if it had the longest name. */
export async function measureStages(): Promise<[name: string, sizes: SizeQuota[]][]> {
  const measured: [string, SizeQuota[]][] = [];
  for (const [name, settings] of stageMatrix)
    measured.push([
      name,
      measureSizes(await siteTemplates({ siteName: 'site', siteFolder: 'dist/web', settings })),
    ]);
  const [name, settings] = allOn;
  const longest = { siteName: siteNameOf(longestName), siteFolder: 'dist/web', settings };
  return [
    ...measured,
    [`${name}, with the longest name, ${longestName}`, measureSizes(await siteTemplates(longest))],
  ];
}

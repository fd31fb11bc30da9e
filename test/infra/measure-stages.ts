import { siteNameOf, stages } from '../../lib/stages.ts';
import { siteTemplates } from '../../scripts/build/site-template.ts';
import { measureSizes, type SizeQuota } from './size-quotas.ts';
import { stageMatrix } from './stage-matrix.ts';

const [longestName = 'prod'] = Object.keys(stages).sort(
  (a, b) => b.length - a.length,
) as (keyof typeof stages)[];

/** The sizes of each stage of the tests, and those of the last one with the name of the stage whose name is longest. */
export async function measureStages(): Promise<[name: string, sizes: SizeQuota[]][]> {
  const measured: [string, SizeQuota[]][] = [];
  for (const [name, settings] of stageMatrix)
    measured.push([
      name,
      measureSizes(await siteTemplates({ siteName: 'site', siteFolder: 'dist/web', settings })),
    ]);
  const [name, settings] = stageMatrix.at(-1) ?? ['prod', stages.prod];
  const longest = { siteName: siteNameOf(longestName), siteFolder: 'dist/web', settings };
  return [
    ...measured,
    [`${name}, with the longest name, ${longestName}`, measureSizes(await siteTemplates(longest))],
  ];
}

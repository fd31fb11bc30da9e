import { markdownTable } from '../../../scripts/commands/terminal/computed-sections.ts';
import type { SizeQuota } from '../../../test/infra/size-quotas.ts';

/** The largest sizes with their quotas. */
export function renderSizes(sizes: SizeQuota[]): string {
  return markdownTable(
    ['size', 'largest', 'quota', 'used'],
    sizes.map(({ name, value, quota, source }) => [
      `[${name}](${source})`,
      value.toLocaleString('en-US'),
      quota.toLocaleString('en-US'),
      `${Math.round((100 * value) / quota)}%`,
    ]),
  );
}

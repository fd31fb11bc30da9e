import type { StoredData } from '../../../contract/records/stored-data.ts';
import { downloadText } from './download-text.ts';

/** Each page of an export continues these lists. */
const lists = ['feedback', 'orders', 'emails', 'team', 'referrals', 'conversions'] as const;

type ExportPage = Pick<StoredData, (typeof lists)[number]> & { next?: string };

/** Reads all pages of an export, and downloads them as one file. */
export async function downloadExport(
  fileName: string,
  read: (page: { cursor?: string }) => Promise<ExportPage>,
): Promise<void> {
  const { next, ...data } = await read({});
  for (let cursor = next; cursor !== undefined; ) {
    const page = await read({ cursor });
    for (const list of lists) (data[list] as unknown[]).push(...page[list]);
    cursor = page.next;
  }
  downloadText(fileName, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
}

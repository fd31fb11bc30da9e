import { type ExportedPage, exportedLists } from '../../../contract/records/exported-lists.ts';
import { downloadText } from './download-text.ts';

/** Reads all pages of an export, and downloads them as one file. */
export async function downloadExport(
  fileName: string,
  read: (page: { cursor?: string }) => Promise<ExportedPage>,
): Promise<void> {
  const { next, ...data } = await read({});
  for (let cursor = next; cursor !== undefined; ) {
    const page = await read({ cursor });
    for (const list of exportedLists) (data[list] as unknown[]).push(...page[list]);
    cursor = page.next;
  }
  downloadText(fileName, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
}

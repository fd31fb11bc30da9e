import type { AuditEntry, AuditFilter, AuditPeriod } from '../../../../contract/records/audit-entry.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { downloadText } from '../../lib/download-text.ts';
import { callDesk } from './call-desk.ts';

/** Downloads all entries of a filter from all pages as JSON. */
export function ExportAudit({ filter }: { filter: AuditFilter & AuditPeriod }) {
  const { run, isBusy, failure } = useAction();

  async function exportAll() {
    const entries: AuditEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await callDesk('deskAudit', { ...filter, ...(cursor ? { cursor } : {}) });
      entries.push(...page.entries);
      cursor = page.next;
    } while (cursor);
    downloadText(
      `audit-${filter.by}-${filter.value}.json`,
      'application/json',
      `${JSON.stringify(entries, null, 2)}\n`,
    );
  }

  return (
    <>
      <Button look="quiet" isBusy={isBusy} onClick={() => void run(exportAll)}>
        Export all entries
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}

import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { callApi } from '../../lib/call-api.ts';
import { downloadExport } from '../../lib/download-export.ts';
import { Step } from './step.tsx';

const exportFileName = 'lorewright-data.json';

export function ExportData() {
  const { run, isBusy, failure } = useAction();
  const [isDone, setIsDone] = useState(false);

  async function exportData() {
    setIsDone(false);
    await downloadExport(exportFileName, (page) => callApi('exportMyData', page));
    setIsDone(true);
  }

  return (
    <Step name="export" label="Your data">
      <p>Everything we store about you, in one file: account, record, feedback and orders.</p>
      <Button aria-disabled={isBusy} onClick={() => run(exportData)}>
        Export my data
      </Button>
      {isDone && <FormMessage tone="success">Your browser saves it as {exportFileName}.</FormMessage>}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </Step>
  );
}

import { useState } from 'react';
import { licenseFileName, licenseFileType } from '../../../../contract/records/license-file-name.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { callApi } from '../../lib/call-api.ts';
import { useIsDesktop } from '../../lib/device.ts';
import { downloadText } from '../../lib/download-text.ts';
import styles from './license-tab.module.css';

/** Chrome on Windows opens no longer address in another program. */
const maxAddressLength = 2_000;

/** Saves, emails and copies a license file. */
export function LicenseActions({ orderId, file }: { orderId: string; file: string }) {
  const { run, isBusy, failure } = useAction();
  const [isSent, setIsSent] = useState(false);
  const appAddress = `lorewright://license#${file}`;
  const canOpenApp = useIsDesktop() && appAddress.length <= maxAddressLength;

  async function mail() {
    setIsSent(false);
    await callApi('mailLicense', { orderId });
    setIsSent(true);
  }

  return (
    <>
      <div className={styles.actions}>
        <Button onClick={() => downloadText(licenseFileName, licenseFileType, file)}>
          Download license file
        </Button>
        <Button look="quiet" isBusy={isBusy} onClick={() => run(mail)}>
          Email it to me
        </Button>
        <CopyButton label="Copy the license as text" text={file} />
      </div>
      {canOpenApp && (
        <p className={styles.app}>
          <a href={appAddress}>Put it into the app on this computer</a>
          <span>
            {' '}
            If nothing opens, the app is not installed here, or is older: download the file instead.
          </span>
        </p>
      )}
      {isSent && <FormMessage tone="success">We are sending it to your account’s email address.</FormMessage>}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}

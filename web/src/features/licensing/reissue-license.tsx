import { useRef, useState } from 'react';
import type { Order } from '../../../../contract/records/order.ts';
import { Button } from '../../components/button.tsx';
import { FocusPlace } from '../../components/focus-place.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { Progress } from '../../components/progress.tsx';
import { callApi } from '../../lib/call-api.ts';
import { useUnmountSignal } from '../../lib/use-unmount-signal.ts';
import type { IdentityProof } from './identity-proof.ts';
import { waitForOtherFile } from './wait-for-file.ts';

interface ReissueLicenseProps {
  orderId: string;
  file: string;
  ConfirmIdentity: IdentityProof;
  /** Called with the orders once they have the new file. */
  onOrders: (orders: Order[]) => void;
}

/** Replaces a license file that got out. */
export function ReissueLicense({ orderId, file, ConfirmIdentity, onOrders }: ReissueLicenseProps) {
  /** The same when the request is repeated. Null while the form is closed. */
  const [requestId, setRequestId] = useState<string | null>(null);
  const [progress, setProgress] = useState<'waiting' | 'done' | 'late' | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const unmountSignal = useUnmountSignal();

  function close() {
    // The form is removed with the focused button.
    place.current?.focus();
    setRequestId(null);
  }

  async function reissue() {
    if (!requestId) return;
    await callApi('reissueLicense', { orderId, requestId });
    // The earlier file can no longer be kept.
    close();
    setProgress('waiting');
    const orders = await waitForOtherFile(orderId, file, unmountSignal()).catch(() => undefined);
    if (orders) onOrders(orders);
    setProgress(orders ? 'done' : 'late');
  }

  function open() {
    // The button is removed.
    place.current?.focus();
    setProgress(null);
    setRequestId(crypto.randomUUID());
  }

  return (
    <FocusPlace place={place}>
      {requestId ? (
        <ConfirmIdentity
          submitLabel="Get a new file"
          closeLabel="Keep this file"
          onClose={close}
          onProven={reissue}
        />
      ) : (
        progress !== 'waiting' && (
          <Button look="quiet" onClick={open}>
            My file got out
          </Button>
        )
      )}
      {progress === 'waiting' && <Progress label="We are signing your new license file…" />}
      {progress === 'late' && (
        <FormMessage tone="info">
          The earlier file is replaced. The new one is not ready yet: we will email it to you.
        </FormMessage>
      )}
      {progress === 'done' && (
        <FormMessage tone="success">
          Your new file is at the top of this page, and in an email to you. Open it in the app on each of your
          computers.
        </FormMessage>
      )}
    </FocusPlace>
  );
}

import { useEffect, useState } from 'react';
import type { Order } from '../../../../contract/records/order.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { waitForFile } from './wait-for-file.ts';

const late = 'Your license file is not ready yet. We will email it to you, so you can leave this page.';

export interface LicenseOnItsWayProps {
  onOrders: (orders: Order[]) => void;
  /** Called before the focused button is removed. */
  onCheckAgain: () => void;
}

/** Waits for the license file of an order, one minute per attempt. */
export function LicenseOnItsWay({ onOrders, onCheckAgain }: LicenseOnItsWayProps) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const isWaiting = outcome === null;

  useEffect(() => {
    if (!isWaiting) return;
    const controller = new AbortController();
    const hasFile = (orders: Order[]) => orders.some(({ licenseFile }) => licenseFile);
    waitForFile(hasFile, controller.signal).then(
      (orders) => (orders ? onOrders(orders) : setOutcome(late)),
      (error: unknown) => !controller.signal.aborted && setOutcome(messageOf(error)),
    );
    return () => controller.abort();
  }, [isWaiting, onOrders]);

  function checkAgain() {
    onCheckAgain();
    setOutcome(null);
  }

  if (isWaiting) return <Progress label="We are signing your license file. This takes a few seconds…" />;
  return (
    <>
      <Notice tone="info">{outcome}</Notice>
      <p>
        <Button look="quiet" onClick={checkAgain}>
          Check again
        </Button>
      </p>
    </>
  );
}

import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Seller } from '../../../../contract/records/web-settings.ts';
import { canWithdraw } from '../../../../contract/rules/withdrawal.ts';
import { Button } from '../../components/button.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { useSession } from '../../lib/session.ts';
import { InvoiceButtons } from './invoice-buttons.tsx';
import styles from './receipt-sheet.module.css';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { WithOrders } from './with-orders.tsx';

/** The content of `/receipt`: the order in the address, on a sheet that can be printed. */
export default function ReceiptPanel() {
  const session = useSession();
  const [searchParams] = useSearchParams();
  const seller = useSeller();
  if (!session) return <SignInPrompt>Log in to see your receipt.</SignInPrompt>;

  return (
    <WithOrders>
      {(orders) => {
        const asked = searchParams.get('order');
        if (!asked) return <NoReceipt>Each of your purchases has a link to its receipt.</NoReceipt>;
        const order = orders.find(({ orderId }) => orderId === asked);
        if (!order)
          return (
            <NoReceipt>
              Your account has no such order. You may have bought it with another account.
            </NoReceipt>
          );
        if (!order.licensedAt)
          return <NoReceipt>This order has no receipt, because it did not include a license.</NoReceipt>;
        return (
          <>
            {seller === null && (
              <Notice tone="error">
                The receipt could not be loaded. Check your connection and reload the page.
              </Notice>
            )}
            {seller && <ReceiptSheet order={order} account={session.email} seller={seller} />}
            <div className={styles.actions}>
              <Button onClick={() => window.print()}>Print</Button>
              <InvoiceButtons order={order} />
              {canWithdraw(order, new Date()) && (
                <ButtonLink to={`/withdraw?order=${encodeURIComponent(order.orderId)}`} look="quiet">
                  Withdraw from contract here
                </ButtonLink>
              )}
              <ButtonLink to="/account?tab=purchases" look="quiet">
                Your purchases
              </ButtonLink>
            </div>
          </>
        );
      }}
    </WithOrders>
  );
}

function NoReceipt({ children }: { children: string }) {
  return (
    <>
      <p>{children}</p>
      <ButtonLink to="/account?tab=purchases">Your purchases</ButtonLink>
    </>
  );
}

/** The seller on receipts: undefined while it loads, null if loading failed. */
function useSeller(): Seller | null | undefined {
  const [seller, setSeller] = useState<Seller | null>();

  useEffect(() => {
    let isShown = true;
    loadWebSettings().then(
      (settings) => isShown && setSeller(settings.seller),
      (cause: unknown) => {
        logQuietly('the seller could not be loaded', cause);
        if (isShown) setSeller(null);
      },
    );
    return () => {
      isShown = false;
    };
  }, []);

  return seller;
}

import '../../styles/amplify-theme.css';
import '../../components/forms/fields-theme.css';
import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Order } from '../../../../contract/records/order.ts';
import { passOnPauseDays, passOnPauseEndMs } from '../../../../contract/rules/pass-on.ts';
import { Button } from '../../components/button.tsx';
import { FocusPlace } from '../../components/focus-place.tsx';
import { emailOf } from '../../components/forms/email-of.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatDate } from '../../lib/format-date.ts';
import type { IdentityProof } from './identity-proof.ts';
import styles from './license-tab.module.css';

interface PassOnProps {
  order: Order;
  ConfirmIdentity: IdentityProof;
  /** The announcement is for screen readers. */
  onOrders: (orders: Order[], announcement: string) => void;
}

/** Offers the license to another person. */
export function PassOn({ order, ConfirmIdentity, onOrders }: PassOnProps) {
  const { orderId, offeredTo } = order;
  const pauseEndsAtMs = passOnPauseEndMs(order);
  /** The same when the request is repeated. Null while the form is closed. */
  const [passOnId, setPassOnId] = useState<string | null>(null);
  const { run, isBusy, failure } = useAction();
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  // The section did not exist yet when the visitor followed the link.
  useEffect(() => {
    if (hash === '#pass-on') place.current?.focus();
  }, [hash]);

  function close() {
    // The form is removed with the focused button.
    place.current?.focus();
    setPassOnId(null);
  }

  async function showOffer(announcement: string) {
    onOrders((await callApi('myOrders')).orders, announcement);
    close();
  }

  async function offer(fields: FormData) {
    if (!passOnId) return;
    await callApi('offerLicense', { orderId, email: emailOf(fields), passOnId });
    // The page shows the offer as a status.
    await showOffer('');
  }

  async function cancel() {
    await callApi('cancelOffer', { orderId });
    await showOffer('The offer is canceled.');
  }

  return (
    <FocusPlace place={place}>
      <div className={styles.offer}>
        {offeredTo && (
          <FormMessage tone="success">
            <span>
              We sent an offer to <strong>{offeredTo.email}</strong>. You keep the license until it is
              accepted there, by <time dateTime={offeredTo.until}>{formatDate(offeredTo.until)}</time> at the
              latest.
            </span>
          </FormMessage>
        )}
        {passOnId ? (
          <ConfirmIdentity
            submitLabel="Send the offer"
            closeLabel="Keep the license"
            onClose={close}
            onProven={offer}
          >
            <TextField
              label="Email address of the new holder"
              descriptiveText="This person sees your email address, and needs an account with the address that you enter."
              name="email"
              type="email"
              autoComplete="off"
              isRequired
              autoFocus
            />
          </ConfirmIdentity>
        ) : Date.now() < pauseEndsAtMs ? (
          <p>
            {`You got this license less than ${passOnPauseDays} days ago. You can pass it on after ${formatDate(new Date(pauseEndsAtMs).toISOString())}.`}
          </p>
        ) : (
          <div className={styles.choices}>
            <Button look="quiet" onClick={() => setPassOnId(crypto.randomUUID())}>
              {offeredTo ? 'Offer it to another person' : 'Pass it on'}
            </Button>
            {offeredTo && (
              <Button look="quiet" isBusy={isBusy} onClick={() => run(cancel)}>
                Cancel the offer
              </Button>
            )}
          </div>
        )}
      </div>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </FocusPlace>
  );
}

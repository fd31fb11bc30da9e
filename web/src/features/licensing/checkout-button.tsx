import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { catalog, type OfferId } from '../../../../contract/rules/catalog.ts';
import { formatPrice } from '../../../../contract/rules/format-price.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { messageOf } from '../../lib/message-of.ts';
import { refreshGroups } from '../../lib/refresh-groups.ts';
import { currentSession } from '../../lib/session.ts';
import { arrivalPath } from './remembered-checkout.ts';
import { startCheckout } from './start-checkout.ts';

interface CheckoutButtonProps {
  offerId: OfferId;
  /** Instead of what it costs. */
  label?: string;
}

/** Starts the checkout of an offer; leads visitors who are signed out to the registration. */
export function CheckoutButton({ offerId, label = invitation(offerId) }: CheckoutButtonProps) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // State reaches the next click only after a render; a double click can be faster.
  const hasStarted = useRef(false);

  function setStarted(isStarted: boolean) {
    hasStarted.current = isStarted;
    setIsBusy(isStarted);
  }

  useEffect(() => {
    // Back from the payment page, the browser may show this page exactly as it was left: busy.
    const showReady = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      hasStarted.current = false;
      setIsBusy(false);
    };
    window.addEventListener('pageshow', showReady);
    return () => window.removeEventListener('pageshow', showReady);
  }, []);

  async function buy() {
    if (hasStarted.current) return;
    if (!currentSession()) return navigate('/auth?account=free');
    setStarted(true);
    setFailure(null);
    try {
      // On success it stays busy, until the payment page replaces this one.
      await startCheckout(offerId);
    } catch (error) {
      setStarted(false);
      const code = error instanceof ApiError ? error.code : 'unknown';
      if (code === 'unauthenticated') return navigate('/auth');
      // The license is there already, only this browser does not know; if it still does not, say what the server said.
      if (code === 'aborted' && (await refreshGroups().catch(() => false))) return;
      const sessionId = boughtBefore(error);
      if (sessionId) return navigate(arrivalPath(sessionId), { replace: true });
      setFailure(messageOf(error));
    }
  }

  return (
    <>
      <Button onClick={buy} isBusy={isBusy}>
        {isBusy ? 'Starting checkout…' : label}
      </Button>
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  );
}

/** The checkout by which they have bought it already, and of which nobody has told the server yet, or whose money is under way. */
function boughtBefore(error: unknown): string | undefined {
  const details = error instanceof ApiError ? (error.details as { sessionId?: unknown } | undefined) : {};
  return typeof details?.sessionId === 'string' ? details.sessionId : undefined;
}

function invitation(offerId: OfferId): string {
  const { amountInCents, currency } = catalog[offerId];
  return amountInCents === 0
    ? 'Get your free license'
    : `Buy the license for ${formatPrice(amountInCents, currency)}`;
}

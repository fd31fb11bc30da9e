import offerTexts from 'virtual:offer-texts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { amountsOf, catalog, type Offer, type OfferId } from '../../../../contract/rules/catalog.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { useFormattedMoney } from '../../lib/format-money.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { messageOf } from '../../lib/message-of.ts';
import { refreshGroups } from '../../lib/refresh-groups.ts';
import { currentReferralCode } from '../../lib/remembered-referral.ts';
import { currentSession } from '../../lib/session.ts';
import { registrationPath, signInPath } from '../../lib/sign-in-path.ts';

interface CheckoutButtonProps {
  offerId: OfferId;
  /** The default is the currency of the pages. */
  currency?: string;
  /** Replaces the price. */
  label?: string;
}

/** Starts the checkout of an offer; signed-out visitors go to the registration. */
export function CheckoutButton({ offerId, currency, label }: CheckoutButtonProps) {
  const invitation = useInvitation(offerId, currency);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A double click can be faster than the render that updates the state.
  const hasStarted = useRef(false);

  function setStarted(isStarted: boolean) {
    hasStarted.current = isStarted;
    setIsBusy(isStarted);
  }

  useEffect(() => {
    // After the visitor returns from the payment page, the browser may restore this page in its busy
    // state.
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
    if (!currentSession()) return navigate(registrationPath(pathname + search));
    setStarted(true);
    setFailure(null);
    try {
      // On success it stays busy until the payment page replaces this one.
      await startCheckout(offerId, currency);
    } catch (error) {
      setStarted(false);
      const code = error instanceof ApiError ? error.code : 'unknown';
      if (code === 'unauthenticated') return navigate(signInPath(pathname + search));
      // The license exists, but this browser has old tokens. If new tokens don't include it, show the
      // server's message.
      if (code === 'aborted' && (await refreshGroups().catch(() => false))) return;
      const sessionId = boughtBefore(error);
      if (sessionId) return navigate(arrivalPath(sessionId), { replace: true });
      setFailure(messageOf(error));
    }
  }

  return (
    <>
      <Button onClick={buy} isBusy={isBusy}>
        {isBusy ? 'Starting checkout…' : (label ?? invitation)}
      </Button>
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  );
}

/** The page that shows the buyer the outcome of a checkout. */
function arrivalPath(sessionId: string): string {
  return `/pricing?checkout=success&session=${encodeURIComponent(sessionId)}`;
}

/** An earlier paid checkout whose payment is pending or not yet reported to the server. */
function boughtBefore(error: unknown): string | undefined {
  const details = error instanceof ApiError ? (error.details as { sessionId?: unknown } | undefined) : {};
  return typeof details?.sessionId === 'string' ? details.sessionId : undefined;
}

function useInvitation(offerId: OfferId, chosenCurrency?: string): string {
  const offer: Offer = catalog[offerId];
  const currency = chosenCurrency ?? offer.currency;
  const price = useFormattedMoney(amountsOf(offer)[currency] ?? offer.amountInCents, currency);
  const { taxNote } = offerTexts;
  return offer.amountInCents === 0
    ? 'Get your free license'
    : `Buy the license for ${price}${taxNote && ` ${taxNote}`}`;
}

/** Opens a checkout for the offer and goes to the payment provider's page. */
async function startCheckout(offerId: OfferId, currency?: string): Promise<void> {
  const priceId = (await loadWebSettings()).priceIds[offerId];
  if (!priceId) throw new Error(`This stage has no price for ${offerId}.`);
  const referralCode = currentReferralCode();
  // A second attempt must have the same price.
  const kept = currency && currency !== catalog[offerId].currency ? `&currency=${currency}` : '';
  const { url } = await callApi('checkout', {
    priceId,
    ...(currency && { currency }),
    success_url: `${window.location.origin}/pricing?checkout=success&session={CHECKOUT_SESSION_ID}${kept}`,
    cancel_url: `${window.location.origin}/pricing?checkout=cancelled${kept}`,
    ...(referralCode && { referralCode }),
  });
  leaveSite(url);
}

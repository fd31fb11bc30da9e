import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { currentOffer } from '../../../../contract/catalog.ts';
import { Button } from '../../components/button.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { useIsLicensed, useSession } from '../../lib/session.ts';
import { type Arrival, awaitArrival } from './await-arrival.ts';
import { CheckoutButton } from './checkout-button.tsx';

/** What a visitor sees who comes back from a finished checkout. */
export function LicenseArrival() {
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const sessionId = searchParams.get('session');
  const isSignedIn = useSession() !== null;
  const isLicensed = useIsLicensed();
  const [arrival, setArrival] = useState<Arrival | null>(null);

  // Who is licensed already may have paid once more: their order is looked at too.
  const isWaiting = isSignedIn && !arrival && (!isLicensed || sessionId !== null);
  useEffect(() => {
    if (!isWaiting) return;
    const abort = new AbortController();
    const conclude = (outcome: Arrival) => {
      if (abort.signal.aborted) return;
      setArrival(outcome);
      // What is settled is not asked for again by whoever reloads the page or goes back to it.
      if (outcome === 'arrived' && sessionId) navigate('/pricing?checkout=success', { replace: true });
      if (outcome === 'unfinished') navigate('/pricing?checkout=cancelled', { replace: true });
    };
    // A sign-in that has ended shows through the session as well, and that is what the visitor sees.
    awaitArrival(sessionId, abort.signal).then(conclude, () => conclude('late'));
    return () => abort.abort();
  }, [isWaiting, sessionId, navigate]);

  if (!isSignedIn) {
    return (
      <Notice tone="info">
        <p>Your checkout is finished. Log in with the account you used to see your license.</p>
        <p>
          <ButtonLink to="/auth">Log In</ButtonLink>
        </p>
      </Notice>
    );
  }
  if (arrival === 'sentBack') {
    return (
      <Notice tone="info">
        <p>
          {isLicensed
            ? 'You had this license already; we have sent the second payment back. Your bank may take some days until you see the money.'
            : 'This payment was sent back to you, so it gives no license.'}
        </p>
        <p>
          <ButtonLink to="/account?tab=purchases" look="quiet">
            Your purchases
          </ButtonLink>
        </p>
      </Notice>
    );
  }
  if (isLicensed && !isWaiting) {
    return (
      <Notice tone="success">
        <p>
          <strong>Your license is ready.</strong> Thank you for building worlds with us.
        </p>
        <p>
          <ButtonLink to="/download">Go to Download</ButtonLink>
        </p>
      </Notice>
    );
  }
  if (arrival === 'awaitingMoney') {
    return (
      <Notice tone="info">
        <p>
          <strong>Thank you! Your bank is working on the payment,</strong> which can take some days. Your
          license comes by itself once it is through, and we send you a mail.
        </p>
        <p>
          <ButtonLink to="/account?tab=purchases" look="quiet">
            Your purchases
          </ButtonLink>
        </p>
      </Notice>
    );
  }
  if (arrival === 'failed') {
    return (
      <Notice tone="error">
        <p>
          The payment did not go through: your bank has refused it. Nothing was taken from you, and there is
          no license yet.
        </p>
        <CheckoutButton offerId={currentOffer} label="Try again" />
      </Notice>
    );
  }
  if (arrival === 'late') {
    return (
      <Notice tone="info">
        <p>
          Your checkout went through, but the license is taking longer than usual. It will be added to your
          account by itself; you can close this page and come back later.
        </p>
        <p>
          <Button onClick={() => setArrival(null)}>Check again</Button>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      <Progress label="Thank you! We are waiting for your license. This usually takes a few seconds." />
    </Notice>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { FocusPlace } from '../../components/focus-place.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { SignInLink } from '../../components/sign-in-link.tsx';
import { useAccess, useSession } from '../../lib/session.ts';
import { type Arrival, awaitArrival } from './await-arrival.ts';
import { CheckoutOutcome } from './checkout-outcome.tsx';

/** The content for a visitor who returns from a finished checkout. */
export function LicenseArrival({ onPending }: { onPending: () => void }) {
  const navigate = useNavigate();
  const [searchParams] = useSearchParams();
  const sessionId = searchParams.get('session');
  const isSignedIn = useSession() !== null;
  const hasLicense = useAccess() === 'license';
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const place = useRef<HTMLDivElement>(null);

  // A license holder's order is checked too, because they may have paid twice.
  const isWaiting = isSignedIn && !arrival && (!hasLicense || sessionId !== null);
  useEffect(() => {
    if (!isWaiting) return;
    const abort = new AbortController();
    const conclude = (outcome: Arrival) => {
      if (abort.signal.aborted) return;
      setArrival(outcome);
      if (outcome === 'awaitingMoney') onPending();
      // A reload or going back does not request a settled outcome again.
      if (outcome === 'arrived' && sessionId) navigate('/pricing?checkout=success', { replace: true });
      if (outcome === 'unfinished') navigate('/pricing?checkout=cancelled', { replace: true });
    };
    // The end of the sign-in also ends the session, which the page shows.
    awaitArrival(sessionId, abort.signal).then(conclude, () => conclude('late'));
    return () => abort.abort();
  }, [isWaiting, sessionId, navigate, onPending]);

  if (!isSignedIn) {
    return (
      <Notice tone="info">
        <p>Your checkout is finished. Log in with the account you used to see your license.</p>
        <p>
          <SignInLink>Log In</SignInLink>
        </p>
      </Notice>
    );
  }
  const isShown = !isWaiting && arrival !== 'unfinished';
  return (
    <FocusPlace place={place}>
      {isShown ? (
        <CheckoutOutcome
          arrival={arrival ?? 'arrived'}
          isLicensed={hasLicense}
          onCheckAgain={() => {
            place.current?.focus();
            setArrival(null);
          }}
        />
      ) : (
        <Notice tone="info">
          <Progress label="Thank you! We are waiting for your license. This usually takes a few seconds." />
        </Notice>
      )}
    </FocusPlace>
  );
}

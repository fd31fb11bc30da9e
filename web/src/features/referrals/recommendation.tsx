import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FocusPlace } from '../../components/focus-place.tsx';
import { forgetReferral, useReferralCode } from '../../lib/remembered-referral.ts';
import styles from './recommendation.module.css';

/** Shows that a referral code is kept, with a button that removes it. Its line is reserved from the start. */
export function Recommendation() {
  const code = useReferralCode();
  const [isForgotten, setIsForgotten] = useState(false);
  const [, setSearchParams] = useSearchParams();
  const place = useRef<HTMLDivElement>(null);

  // After the text has changed, so that a screen reader reads the new one.
  useEffect(() => {
    if (isForgotten) place.current?.focus();
  }, [isForgotten]);

  function forget() {
    forgetReferral();
    // Without this, a reload would store the code again.
    setSearchParams(
      (params) => {
        params.delete('ref');
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
    setIsForgotten(true);
  }

  return (
    <FocusPlace place={place}>
      <p className={styles.recommendation}>
        {code ? (
          <>
            <span>Recommended by a friend.</span>{' '}
            <button type="button" className={styles.forget} onClick={forget}>
              Forget
            </button>
          </>
        ) : (
          isForgotten && <span>The recommendation is forgotten.</span>
        )}
      </p>
    </FocusPlace>
  );
}

import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/button-link.tsx';
import { Lead } from '../components/lead.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { CheckoutButton } from '../features/licensing/checkout-button.tsx';
import { EarlyAccessCard } from '../features/licensing/early-access-card.tsx';
import { LicenseArrival } from '../features/licensing/license-arrival.tsx';
import { useIsLicensed } from '../lib/session.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import styles from './pricing.module.css';

export default function PricingPage() {
  const isLicensed = useIsLicensed();
  const [searchParams] = useSearchParams();
  // The prerendered page knows no query string.
  const checkout = useHydrated() ? searchParams.get('checkout') : null;

  return (
    <Page
      title="Pricing"
      description="Early access to Lorewright is free: a lifetime license with all future updates, no subscriptions and no renewals."
      width="wide"
    >
      <h1>One license, for life</h1>
      <Lead>
        Early access is free. You get the whole toolkit with every workspace, on your own computer, and you
        keep it.
      </Lead>
      <div className={styles.offer}>
        {checkout === 'success' && <LicenseArrival />}
        {checkout === 'cancelled' && !isLicensed && (
          <Notice tone="info">
            You left the checkout before it was finished. Nothing was ordered; you can start again whenever
            you like.
          </Notice>
        )}
        <EarlyAccessCard>
          {isLicensed ? (
            <>
              <p>You have a license. Welcome to the map.</p>
              <ButtonLink to="/download">Download Lorewright</ButtonLink>
            </>
          ) : (
            <CheckoutButton />
          )}
        </EarlyAccessCard>
      </div>
    </Page>
  );
}

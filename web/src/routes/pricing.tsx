import offerTexts from 'virtual:offer-texts';
import { useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { introductions, steps } from '../../../content/pricing.ts';
import { isPaymentPending } from '../../../contract/records/order-states.ts';
import {
  amountsOf,
  catalog,
  currentOffer,
  formerOffers,
  isWithinPeriod,
  type Offer,
} from '../../../contract/rules/catalog.ts';
import { termsVersion } from '../../../contract/rules/terms-versions.ts';
import { ButtonLink } from '../components/button-link.tsx';
import { LicenseTerms } from '../components/license-terms.tsx';
import { LinkForComputer } from '../components/link-for-computer.tsx';
import { ForwardedNotice, Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { TeamAccess } from '../components/team-access.tsx';
import { CheckoutButton } from '../features/licensing/checkout-button.tsx';
import { LicenseArrival } from '../features/licensing/license-arrival.tsx';
import { OfferCard } from '../features/licensing/offer-card.tsx';
import { Recommendation } from '../features/referrals/recommendation.tsx';
import { callApi } from '../lib/call-api.ts';
import { useIsDesktop } from '../lib/device.ts';
import { refreshGroups } from '../lib/refresh-groups.ts';
import { useAccess, useSession } from '../lib/session.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import styles from './pricing.module.css';

export default function PricingPage() {
  const offer: Offer = catalog[currentOffer];
  const kind = offer.amountInCents === 0 ? 'free' : 'paid';
  const introduction = introductions[kind];
  const access = useAccess();
  const isLicensed = access !== 'none';
  const [searchParams, setSearchParams] = useSearchParams();
  // The prerendered page has no query string.
  const isHydrated = useHydrated();
  const checkout = isHydrated ? searchParams.get('checkout') : null;
  const [isPaymentPending, setPaymentPending] = usePendingPayment(isHydrated && checkout !== 'success');
  const chosen = isHydrated ? searchParams.get('currency')?.toLowerCase() : undefined;
  const currency = chosen && Object.hasOwn(amountsOf(offer), chosen) ? chosen : offer.currency;
  const setCurrency = (next: string) =>
    setSearchParams((previous) => new URLSearchParams({ ...Object.fromEntries(previous), currency: next }), {
      replace: true,
      preventScrollReset: true,
    });
  // The prerendered page has no current date.
  const isSold = !isHydrated || isWithinPeriod(offer, new Date());

  useEffect(() => {
    // The hint contains the groups of the last tokens. The license may have ended since.
    if (isLicensed) refreshGroups().catch(() => {});
  }, [isLicensed]);

  return (
    <Page title="Pricing" description={introduction.description} width="wide">
      <div className={styles.offer}>
        <PageHeader title="One license, for life" place="offing">
          {introduction.lead}
        </PageHeader>
        <div className={styles.card}>
          {isHydrated && <ForwardedNotice />}
          {checkout === 'success' && <LicenseArrival onPending={setPaymentPending} />}
          {checkout === 'cancelled' && (
            <Notice tone="info">
              {`You left the checkout before it was completed. Nothing was ordered${
                isLicensed
                  ? ', and you keep the license you have.'
                  : '; you can start again whenever you like.'
              }`}
            </Notice>
          )}
          <OfferCard
            offer={offer}
            currency={currency}
            onCurrencyChange={isLicensed || isPaymentPending ? undefined : setCurrency}
          >
            {isLicensed ? (
              <>
                {access === 'team' ? (
                  <p key="team">
                    <TeamAccess />
                  </p>
                ) : (
                  <p key="license">
                    You have a license. <Link to="/account?tab=purchases">See your purchases</Link>.
                  </p>
                )}
                {/* After a checkout, the notice above has this action. */}
                {checkout !== 'success' && <DownloadLink />}
              </>
            ) : isPaymentPending && checkout === 'success' ? (
              // The notice above says the rest.
              <p key="paid">You do not need to order again.</p>
            ) : isPaymentPending ? (
              <p key="pending">
                Your bank is processing the payment for this license, which can take a few days. You will then
                receive it automatically, and an email. You do not need to order again.{' '}
                <Link to="/account?tab=purchases">See your purchases</Link>.
              </p>
            ) : isSold ? (
              <>
                {offerTexts.claim && <p key="claim">{offerTexts.claim}</p>}
                <CheckoutButton offerId={currentOffer} currency={currency} />
              </>
            ) : (
              <p>This offer is not sold today.</p>
            )}
            <noscript>
              <p>Getting the license needs JavaScript. Please allow it for this site.</p>
            </noscript>
          </OfferCard>
          {!isLicensed && (
            <p>
              Have a code? <Link to="/redeem">Redeem it</Link>.
            </p>
          )}
          <Recommendation />
        </div>
        <Section id="steps" heading="Three steps to your own map">
          <ol className={styles.steps}>
            {steps[kind].map(({ name, text }) => (
              <li key={name}>
                <strong>{name}</strong> <span>{text}</span>
              </li>
            ))}
          </ol>
        </Section>
      </div>
      <Section id="terms" heading="What the license means" className={styles.terms}>
        <LicenseTerms version={termsVersion} />
        <p>
          Read more about the license, the checkout and your computer in the{' '}
          <Link to="/faq">questions and answers</Link>.
        </p>
      </Section>
      {formerOffers(currentOffer).map(({ name, benefits }) => (
        <Section
          key={name}
          id={`former-${name.toLowerCase().replaceAll(' ', '-')}`}
          heading={name}
          className={styles.former}
        >
          <p>This offer is no longer sold. If you have its license, you still get:</p>
          <ul>
            {benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
          <p>
            The <Link to="/terms">terms</Link> named in your order still apply.
          </p>
        </Section>
      ))}
    </Page>
  );
}

/** A link to the download on a computer; elsewhere, a way to send that link to a computer. */
function DownloadLink() {
  if (useIsDesktop()) return <ButtonLink to="/download">Download Lorewright</ButtonLink>;
  return <LinkForComputer />;
}

/**
 * Whether the bank is processing a payment of the visitor for the license. Asks the server for signed-in visitors without a license.
 * @param isAsking false while another part of the page learns it, and then calls the returned function
 */
function usePendingPayment(isAsking: boolean): [isPending: boolean, setPending: () => void] {
  const session = useSession();
  const userId = session?.userId ?? session?.email;
  const access = useAccess();
  const [buyer, setBuyer] = useState<string>();
  const isForSale = isAsking && access === 'none';

  useEffect(() => {
    if (!userId || !isForSale) return;
    callApi('myOrders')
      .then(({ orders }) => {
        if (orders.some(isPaymentPending)) setBuyer(userId);
      })
      // The page then offers the checkout, which the server refuses.
      .catch(() => {});
  }, [userId, isForSale]);

  return [userId !== undefined && buyer === userId, useCallback(() => setBuyer(userId), [userId])];
}

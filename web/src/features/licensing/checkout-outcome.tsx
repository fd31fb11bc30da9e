import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentOffer } from '../../../../contract/rules/catalog.ts';
import { Button } from '../../components/button.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { LinkForComputer } from '../../components/link-for-computer.tsx';
import { Notice } from '../../components/notice.tsx';
import { SignInLink } from '../../components/sign-in-link.tsx';
import { useIsDesktop } from '../../lib/device.ts';
import { site } from '../../lib/site.ts';
import type { Arrival } from './await-arrival.ts';
import { CheckoutButton } from './checkout-button.tsx';

interface CheckoutOutcomeProps {
  arrival: Exclude<Arrival, 'unfinished'>;
  /** Shown for a license from this checkout or another one. */
  isLicensed: boolean;
  onCheckAgain: () => void;
}

/** The outcome of a checkout, and the next steps. */
export function CheckoutOutcome({ arrival, isLicensed, onCheckAgain }: CheckoutOutcomeProps) {
  switch (arrival) {
    case 'otherBuyer':
      return (
        <Notice tone="info">
          <p key="other buyer">
            <strong>This checkout belongs to another account.</strong> Log in with the account you used for it
            to see its state.
          </p>
          <p>
            <SignInLink look="quiet">Change the account</SignInLink>
          </p>
        </Notice>
      );
    case 'awaitingMoney':
      return (
        <ForPurchases>
          {isLicensed ? (
            'You have a license. Your bank is still processing the payment for this checkout, which can take a few days. Your purchases show its state.'
          ) : (
            <span>
              <strong>Thank you! Your bank is processing the payment,</strong> which can take a few days. You
              will then receive your license automatically, and an email.
            </span>
          )}
        </ForPurchases>
      );
    case 'failed':
      return (
        <Notice tone="error">
          <p key="failed">
            {`Your bank declined the payment. You were not charged, and ${
              isLicensed ? 'you keep your license.' : 'you do not have a license yet.'
            }`}
          </p>
          {!isLicensed && <TryAgain />}
        </Notice>
      );
    case 'paidTwice':
      return (
        <ForPurchases>
          You already had this license, so we are refunding the second payment. Your bank may take a few days
          to show the refund.
        </ForPurchases>
      );
    case 'refunded':
      return <ForPurchases>This payment was refunded, so it does not include a license.</ForPurchases>;
    case 'revoked':
      return (
        <ForPurchases>
          Your bank reversed this payment after a dispute, so it no longer includes a license.
        </ForPurchases>
      );
    case 'notFound':
      return (
        <Notice tone="info">
          <p key="not found">
            <strong>We found no recent checkout in your account.</strong> If you paid with another account,
            log in with that one. If you have just paid, check again in a moment.
          </p>
          <p>
            <Button onClick={onCheckAgain}>Check again</Button>
          </p>
        </Notice>
      );
    case 'unclear':
      return <ForPurchases>We received your checkout. Your purchases show its state.</ForPurchases>;
    case 'arrived':
    case 'late':
      return isLicensed ? (
        <Notice tone="success">
          <p key="ready">
            <strong>Your license is ready.</strong> Thank you for building worlds with us.
          </p>
          <NextStep />
        </Notice>
      ) : (
        <Notice tone="info">
          <p key="late">
            Your checkout went through, but the license is taking longer than usual. It will be added to your
            account automatically. You can close this page and come back later.
          </p>
          <p>
            <Button onClick={onCheckAgain}>Check again</Button>
          </p>
        </Notice>
      );
  }
}

/** The pages for license holders. */
function NextStep() {
  if (useIsDesktop())
    return (
      <p>
        <ButtonLink to="/download">Go to Download</ButtonLink>
      </p>
    );
  return (
    <>
      <p>
        {site.name} runs on a Mac or a PC. The email about your license also links to the download. Open it on
        your computer.
      </p>
      <p>
        <LinkForComputer />
      </p>
    </>
  );
}

/** A message with a link to the purchases, which have the details. */
function ForPurchases({ children }: { children: ReactNode }) {
  return (
    <Notice tone="info">
      <p>{children}</p>
      <p>
        <ButtonLink to="/account?tab=purchases" look="quiet">
          Your purchases
        </ButtonLink>
      </p>
    </Notice>
  );
}

/** In the currency of the first attempt, which the address of the page keeps. */
function TryAgain() {
  const [searchParams] = useSearchParams();
  const currency = searchParams.get('currency');
  return <CheckoutButton offerId={currentOffer} label="Try again" {...(currency ? { currency } : {})} />;
}

import { useCallback, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Order } from '../../../../contract/records/order.ts';
import { isPaymentPending, orderStates } from '../../../../contract/records/order-states.ts';
import { ButtonLink } from '../../components/button-link.tsx';
import { FocusPlace } from '../../components/focus-place.tsx';
import { Section } from '../../components/section.tsx';
import { TeamAccess } from '../../components/team-access.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { WithAnswer } from '../../components/with-answer.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { readPayload } from '../../lib/read-payload.ts';
import { useAccess } from '../../lib/session.ts';
import { useAnswer } from '../../lib/use-answer.ts';
import { HolderName } from './holder-name.tsx';
import type { IdentityProof } from './identity-proof.ts';
import { LicenseActions } from './license-actions.tsx';
import { LicenseOnItsWay, type LicenseOnItsWayProps } from './license-on-its-way.tsx';
import { LicenseSteps } from './license-steps.tsx';
import styles from './license-tab.module.css';
import { PassOn } from './pass-on.tsx';
import { ReissueLicense } from './reissue-license.tsx';

/** The user's license file, and how to use it. */
export function LicenseTab({ ConfirmIdentity }: { ConfirmIdentity: IdentityProof }) {
  const answer = useAnswer('myOrders');
  const [laterOrders, setLaterOrders] = useState<Order[] | null>(null);
  const [outcome, setOutcome] = useState('');
  const place = useRef<HTMLDivElement>(null);

  const showOrders = useCallback((orders: Order[], announcement = 'Your license file is ready.') => {
    setLaterOrders(orders);
    setOutcome(announcement);
  }, []);

  return (
    <>
      <p role="status" className={hidden.visuallyHidden}>
        {outcome}
      </p>
      <FocusPlace place={place}>
        <WithAnswer answer={answer} loadingLabel="Loading your license…">
          {({ orders }) => (
            <License
              orders={laterOrders ?? orders}
              ConfirmIdentity={ConfirmIdentity}
              onOrders={showOrders}
              onCheckAgain={() => place.current?.focus()}
            />
          )}
        </WithAnswer>
      </FocusPlace>
    </>
  );
}

interface LicenseProps extends LicenseOnItsWayProps {
  orders: Order[];
  ConfirmIdentity: IdentityProof;
}

function License({ orders, ConfirmIdentity, ...waiting }: LicenseProps) {
  const order = orders.find(({ licenseFile }) => licenseFile) ?? orders.find(isLicensed);
  if (!order)
    return orders.some(({ licensedAt, isPassedOn }) => licensedAt && !isPassedOn) ? (
      <EndedLicense />
    ) : (
      <NoLicense
        isPaid={orders.some(isPaymentPending)}
        hasPassedOn={orders.some(({ isPassedOn }) => isPassedOn)}
      />
    );
  if (!order.licenseFile) return <LicenseOnItsWay {...waiting} />;
  const { licenseFile: file } = order;
  return (
    <LicenseFile order={order} file={file} ConfirmIdentity={ConfirmIdentity} onOrders={waiting.onOrders} />
  );
}

const isLicensed = ({ status, refundReason, isPassedOn }: Order) =>
  // A newer server may have other states.
  orderStates[status]?.givesLicense && !refundReason && !isPassedOn;

function NoLicense({ isPaid, hasPassedOn }: { isPaid: boolean; hasPassedOn: boolean }) {
  if (useAccess() === 'team')
    return (
      <p>
        <TeamAccess /> There is no license file: sign in to the app instead.
      </p>
    );
  if (isPaid)
    return (
      <>
        <p>
          Your bank is processing the payment for your license, which can take a few days. Then your license
          file appears here, and you receive it by email. You do not need to order again.
        </p>
        <ButtonLink to="/account?tab=purchases">See your purchases</ButtonLink>
      </>
    );
  return (
    <>
      <p>
        {hasPassedOn
          ? 'Your license belongs to another account now. If you get a new one, its file will appear here.'
          : 'Your license file will appear here, as soon as you have a license.'}
      </p>
      <p>
        Have a code? <Link to="/redeem">Redeem it</Link>.
      </p>
      <ButtonLink to="/pricing">See the offer</ButtonLink>
    </>
  );
}

function EndedLicense() {
  return (
    <>
      <p>
        Your license has ended. Your purchases show why. The app keeps working with the license file that you
        have, but gets no more updates.
      </p>
      <ButtonLink to="/account?tab=purchases">Your purchases</ButtonLink>
    </>
  );
}

interface LicenseFileProps extends Pick<LicenseProps, 'ConfirmIdentity'> {
  /** The announcement is for screen readers. */
  onOrders: (orders: Order[], announcement?: string) => void;
  order: Order;
  file: string;
}

function LicenseFile({ order, file, ConfirmIdentity, onOrders }: LicenseFileProps) {
  const { holder, name, grantedAt } = readLicense(file);
  const { orderId, source, giftFrom } = order;
  const origin = source ? `a gift${giftFrom ? ` from ${giftFrom}` : ''}, since` : 'since';

  return (
    <div className={styles.sections}>
      <Section id="license-file" heading="Your license file">
        <p>
          A lifetime license for <strong>{holder}</strong>, <span>{origin}</span>{' '}
          <time dateTime={grantedAt}>{formatDate(grantedAt)}</time>. The app checks it without a connection
          and without your password.
        </p>
        <LicenseActions orderId={orderId} file={file} />
        <div className={styles.name}>
          <HolderName orderId={orderId} file={file} name={name} onOrders={onOrders} />
        </div>
      </Section>
      <Section id="license-use" heading="Use it in the app">
        <LicenseSteps />
        <p className={styles.hint}>
          <Link to="/manual/put-in-the-license-file">If the app refuses it</Link>
        </p>
      </Section>
      <Section id="license-reissue" heading="If your file got out">
        <p>
          If somebody else may have a copy of your file, get a new one. Updates then need the new file, and
          the earlier ones are refused. An app that has an earlier file keeps working without updates, because
          it works without asking us.
        </p>
        <ReissueLicense orderId={orderId} file={file} ConfirmIdentity={ConfirmIdentity} onOrders={onOrders} />
      </Section>
      <Section id="pass-on" heading="Pass it on">
        <p>
          You can give the license to another person. It then moves to the account of that person, who gets a
          new file, and your file gets no more updates. Invoices, receipts and the right to withdraw stay with
          the buyer. The new holder can pass the license on after 30 days. A new offer replaces an earlier
          one.
        </p>
        <PassOn order={order} ConfirmIdentity={ConfirmIdentity} onOrders={onOrders} />
      </Section>
      <Section id="license-content" heading="What it contains">
        <ul>
          <li>Your email address, and your name if you put it on the license.</li>
          <li>The type of your license, its order ID, and the day you got it.</li>
          <li>A random-looking ID that is the same on all your licenses, but is not your user ID.</li>
          <li>Our signature, so that nobody can change the rest.</li>
        </ul>
        <p className={styles.hint}>
          It never expires and is not tied to a computer, so it works on all your computers. Keep it to
          yourself. <Link to="/license-check">Check a license</Link> shows what a file contains. When your
          email address or the name on it changes, you get a new file here. After a full refund or a lost
          dispute, updates end; see the <Link to="/terms">terms</Link>.
        </p>
      </Section>
    </div>
  );
}

interface LicenseFacts {
  /** The name of the holder, or the email address. */
  holder: string;
  /** Empty without one. */
  name: string;
  /** ISO 8601, UTC. */
  grantedAt: string;
}

/** Reads a license file for its holder. Does not verify it, because our server sent it. */
function readLicense(file: string): LicenseFacts {
  const [, payload] = file.split('.');
  const { email, name, iat } = readPayload(payload) as { email: string; name?: string; iat: number };
  return {
    holder: name ? `${name} (${email})` : email,
    name: name ?? '',
    grantedAt: new Date(iat * 1000).toISOString(),
  };
}

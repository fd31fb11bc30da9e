import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { licenseFileName, licenseFileType } from '../../../../contract/records/license-file-name.ts';
import type { Order } from '../../../../contract/records/order.ts';
import { orderStates } from '../../../../contract/records/order-states.ts';
import { Button } from '../../components/button.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Progress } from '../../components/progress.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callApi } from '../../lib/call-api.ts';
import { downloadText } from '../../lib/download-text.ts';
import { formatDate } from '../../lib/format-date.ts';
import { messageOf } from '../../lib/message-of.ts';
import { useAnswer } from '../../lib/use-answer.ts';
import { LicenseSteps } from './license-steps.tsx';
import styles from './license-tab.module.css';
import { readLicense } from './read-license.ts';

/** The user's license file, and how to use it. */
export function LicenseTab() {
  const answer = useAnswer('myOrders');
  const [laterOrders, setLaterOrders] = useState<Order[] | null>(null);

  return (
    <WithAnswer answer={answer} loadingLabel="Loading your license…">
      {({ orders }) => <License orders={laterOrders ?? orders} onOrders={setLaterOrders} />}
    </WithAnswer>
  );
}

interface LicenseProps {
  orders: Order[];
  onOrders: (orders: Order[]) => void;
}

function License({ orders, onOrders }: LicenseProps) {
  const order = orders.find(({ licenseFile }) => licenseFile) ?? orders.find(isLicensed);
  if (!order) return <NoLicense />;
  if (!order.licenseFile) return <LicenseOnItsWay onOrders={onOrders} />;
  return <LicenseFile orderId={order.orderId} file={order.licenseFile} />;
}

const isLicensed = ({ status, refundReason }: Order) =>
  // A newer server may have other states.
  orderStates[status]?.givesLicense && !refundReason;

function NoLicense() {
  return (
    <>
      <p>
        You have no license file. Everyone who gets a license through this site has one; access that the team
        has given you works by signing in.
      </p>
      <ButtonLink to="/pricing">See the offer</ButtonLink>
    </>
  );
}

const checkMs = 3_000;

function LicenseOnItsWay({ onOrders }: Pick<LicenseProps, 'onOrders'>) {
  useEffect(() => {
    const timer = setInterval(() => {
      // After a failure, the next check follows.
      callApi('myOrders').then(
        ({ orders }) => onOrders(orders),
        () => {},
      );
    }, checkMs);
    return () => clearInterval(timer);
  }, [onOrders]);

  return <Progress label="We are signing your license file. This takes a few seconds…" />;
}

function LicenseFile({ orderId, file }: { orderId: string; file: string }) {
  const { holder, grantedAt, isGift } = readLicense(file);

  return (
    <div className={styles.sections}>
      <Section id="license-file" heading="Your license file">
        <p>
          A lifetime license for <strong>{holder}</strong>, {isGift ? 'a gift, ' : ''}since{' '}
          <time dateTime={grantedAt}>{formatDate(grantedAt)}</time>. The app checks it without a connection
          and without your password.
        </p>
        <div className={styles.actions}>
          <Button onClick={() => downloadText(licenseFileName, licenseFileType, file)}>
            Download License File
          </Button>
          <CopyButton label="Copy the license as text" text={file} />
          <MailLicense orderId={orderId} />
        </div>
      </Section>
      <Section id="license-use" heading="Use it in the app">
        <LicenseSteps />
      </Section>
      <Section id="license-content" heading="What it contains">
        <ul>
          <li>Your email address, and your name if your account has one.</li>
          <li>The kind of your license, the number of its order, and the day you got it.</li>
          <li>A number that stands for you. It is not your user ID.</li>
          <li>Our signature, so that nobody can change the rest.</li>
        </ul>
        <p className={styles.hint}>
          It does not expire and names no computer, so it works on all your computers. Keep it to yourself.
          When your email address changes, you get a new file here. After a refund, updates end; see the{' '}
          <Link to="/terms">terms</Link>.
        </p>
      </Section>
    </div>
  );
}

/** Sends the email with the file again. */
function MailLicense({ orderId }: { orderId: string }) {
  const { run, isBusy, failure } = useAction(messageOf);
  const [isSent, setIsSent] = useState(false);

  async function mail() {
    setIsSent(false);
    await callApi('mailLicense', { orderId });
    setIsSent(true);
  }

  return (
    <>
      <Button look="quiet" isBusy={isBusy} onClick={() => run(mail)}>
        Email It to Me
      </Button>
      {isSent && <FormMessage tone="success">It is on its way to the address of your account.</FormMessage>}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}

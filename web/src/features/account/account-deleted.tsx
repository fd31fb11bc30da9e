import { useEffect, useRef, useState } from 'react';
import { brand } from '../../../../contract/rules/brand.ts';
import styles from './account.module.css';

export interface Deletion {
  email: string;
  feedbackCount: number;
  orderCount: number;
}

/** The page after the visitor has deleted the account. */
export function AccountDeleted({ email, feedbackCount, orderCount }: Deletion) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className={styles.deleted}>
      <h2 ref={heading} tabIndex={-1}>
        Your account is deleted
      </h2>
      <h3>Removed</h3>
      <ul>
        <li>Your sign-in, with your email address and password.</li>
        <li>Your record, with your license, your referral code and your preferences.</li>
        <li>{feedbackSentence(feedbackCount)}</li>
      </ul>
      <h3>Kept</h3>
      <ul>
        <li>{orderSentence(orderCount)}</li>
      </ul>
      <p>
        This takes a few seconds. Then we send a last email to <strong>{email}</strong>. Your projects stay on
        your own computer. Thank you for using {brand}.
      </p>
    </div>
  );
}

function feedbackSentence(count: number): string {
  if (count === 0) return 'You had not sent any feedback.';
  return count === 1 ? 'The feedback you sent us.' : `The ${count} pieces of feedback you sent us.`;
}

function orderSentence(count: number): string {
  if (count === 0) return 'Nothing: you had no orders.';
  const [orders, them] = count === 1 ? ['Your order', 'it'] : [`Your ${count} orders`, 'them'];
  return `${orders}, without your user ID or email address: tax law requires us to keep ${them}. Stripe keeps its own records of ${them}.`;
}

const channelName = 'account-deleted';

/** Notifies the other tabs that the account was deleted. */
export function announceDeletion(): void {
  const channel = openChannel();
  channel?.postMessage(null);
  channel?.close();
}

/** Browsers that block the storage of a site also block its channels. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}

/** Whether another tab has deleted the account since this page was opened. */
export function useDeletionElsewhere(): boolean {
  const [isDeleted, setIsDeleted] = useState(false);

  useEffect(() => {
    const channel = openChannel();
    if (!channel) return;
    channel.onmessage = () => setIsDeleted(true);
    return () => channel.close();
  }, []);

  return isDeleted;
}

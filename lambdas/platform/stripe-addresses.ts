import { type Sender, viewerAddress } from './viewer-network.ts';

/**
 * The addresses from which Stripe sends webhooks. Stripe announces changes seven days ahead.
 * @see https://docs.stripe.com/ips
 */
const stripeAddresses = new Set([
  '3.18.12.63',
  '3.130.192.231',
  '13.235.14.237',
  '13.235.122.149',
  '18.211.135.69',
  '35.154.171.200',
  '52.15.183.38',
  '54.88.130.119',
  '54.88.130.237',
  '54.187.174.169',
  '54.187.205.235',
  '54.187.216.72',
]);

/** Decides only whether a failure counts. Only the signature decides whether a request is accepted. */
export const isFromStripe = (sender: Sender): boolean => stripeAddresses.has(viewerAddress(sender));

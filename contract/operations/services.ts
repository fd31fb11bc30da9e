import { type DeskOperationName, deskRoutes } from './desk-routes.ts';
import type { OperationName } from './routes.ts';

/**
 * The functions of the API with their operations: one function for each trust boundary
 * (docs/decisions/068). Each is a folder of `lambdas/`.
 */
export const services = {
  account: [
    'me',
    'updateMe',
    'voteForItem',
    'syncEmail',
    'exportMyData',
    'deleteAccountData',
    'reviewSecurity',
    'renewRecoveryCodes',
    'myReferrals',
  ],
  recovery: ['recoverAccount'],
  checkout: [
    'checkout',
    'confirmCheckout',
    'myOrders',
    'invoice',
    'mailLicense',
    'reissueLicense',
    'offerLicense',
    'cancelOffer',
    'acceptLicense',
    'redeem',
  ],
  feedback: ['feedback'],
  visitors: ['contact', 'manualFeedback', 'referralImpression', 'reportProblem', 'subscribe'],
  links: [
    'changeSubscription',
    'confirmSubscription',
    'deleteSubscription',
    'endRegistration',
    'oneClickUnsubscribe',
    'subscription',
    'unsubscribe',
    'withdraw',
  ],
  downloads: ['download', 'downloadResource', 'updateFile'],
  stripeWebhook: ['stripeWebhook'],
  desk: Object.keys(deskRoutes) as DeskOperationName[],
} as const satisfies Record<string, readonly OperationName[]>;

export type ServiceName = keyof typeof services;

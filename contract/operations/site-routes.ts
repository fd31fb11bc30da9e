import type { Route } from './route.ts';

/** The operations for visitors, buyers and other programs. It does not use zod, because the browser imports it. */
export const siteRoutes = {
  me: { method: 'GET', path: '/api/me', caller: 'user', changes: false },
  updateMe: { method: 'POST', path: '/api/updateMe', caller: 'user', changes: true },
  syncEmail: { method: 'POST', path: '/api/syncEmail', caller: 'user', changes: true },
  renewRecoveryCodes: { method: 'POST', path: '/api/renewRecoveryCodes', caller: 'user', changes: true },
  reviewSecurity: { method: 'POST', path: '/api/reviewSecurity', caller: 'user', changes: true },
  endRegistration: { method: 'POST', path: '/api/endRegistration', caller: 'anyone', changes: true },
  recoverAccount: { method: 'POST', path: '/api/recoverAccount', caller: 'anyone', changes: true },
  exportMyData: { method: 'POST', path: '/api/exportMyData', caller: 'user', changes: false },
  deleteAccountData: { method: 'POST', path: '/api/deleteAccountData', caller: 'user', changes: true },
  checkout: { method: 'POST', path: '/api/checkout', caller: 'user', changes: true },
  confirmCheckout: { method: 'POST', path: '/api/confirmCheckout', caller: 'user', changes: true },
  myOrders: { method: 'GET', path: '/api/myOrders', caller: 'user', changes: false },
  invoice: { method: 'POST', path: '/api/invoice', caller: 'user', changes: false },
  mailLicense: { method: 'POST', path: '/api/mailLicense', caller: 'user', changes: true },
  reissueLicense: { method: 'POST', path: '/api/reissueLicense', caller: 'user', changes: true },
  offerLicense: { method: 'POST', path: '/api/offerLicense', caller: 'user', changes: true },
  cancelOffer: { method: 'POST', path: '/api/cancelOffer', caller: 'user', changes: true },
  acceptLicense: { method: 'POST', path: '/api/acceptLicense', caller: 'user', changes: true },
  myReferrals: { method: 'GET', path: '/api/myReferrals', caller: 'user', changes: false },
  download: { method: 'POST', path: '/api/download', caller: 'user', changes: false },
  downloadResource: { method: 'POST', path: '/api/downloadResource', caller: 'user', changes: false },
  updateFile: {
    method: 'GET',
    answersHead: true,
    path: '/api/updateFile/{version}/{platform}/{fileName}',
    caller: 'updater',
    changes: false,
  },
  feedback: { method: 'POST', path: '/api/feedback', caller: 'user', changes: true },
  contact: { method: 'POST', path: '/api/contact', caller: 'anyone', changes: true },
  redeem: { method: 'POST', path: '/api/redeem', caller: 'user', changes: true },
  withdraw: { method: 'POST', path: '/api/withdraw', caller: 'anyone', changes: true },
  referralImpression: { method: 'POST', path: '/api/referralImpression', caller: 'anyone', changes: true },
  unsubscribe: { method: 'POST', path: '/api/unsubscribe', caller: 'anyone', changes: true },
  oneClickUnsubscribe: {
    method: 'POST',
    path: '/api/oneClickUnsubscribe',
    caller: 'mail program',
    changes: true,
  },
  stripeWebhook: { method: 'POST', path: '/api/stripeWebhook', caller: 'stripe', changes: true },
} as const satisfies Record<string, Route>;

export type SiteOperationName = keyof typeof siteRoutes;

/**
 * Every operation of the API: its route and who may call it. The gateway's routes, the Lambda
 * functions, the handlers' types and the browser's client derive from this table. It does not use
 * zod, because the browser imports it. `operations.ts` has the requests and responses.
 */
export interface Route {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  /**
   * `user`: requires a valid access token. `admin`: one of the group `admin`, from a recent sign-in
   * to an account with a second factor or a passkey. `anyone`: open. `stripe`: Stripe signs the raw body.
   * `mail program`: the address contains a signed token, and RFC 8058 defines the body.
   * `updater`: requires a license file or a valid access token, and the function verifies both.
   */
  caller: 'user' | 'admin' | 'anyone' | 'stripe' | 'mail program' | 'updater';
  /**
   * Whether it changes data that a person would miss. Such operations wait while the site is
   * read-only.
   */
  changes: boolean;
}

export const routes = {
  me: { method: 'GET', path: '/api/me', caller: 'user', changes: false },
  updateMe: { method: 'POST', path: '/api/updateMe', caller: 'user', changes: true },
  syncEmail: { method: 'POST', path: '/api/syncEmail', caller: 'user', changes: true },
  renewRecoveryCodes: { method: 'POST', path: '/api/renewRecoveryCodes', caller: 'user', changes: true },
  reviewSecurity: { method: 'POST', path: '/api/reviewSecurity', caller: 'user', changes: true },
  recoverAccount: { method: 'POST', path: '/api/recoverAccount', caller: 'anyone', changes: true },
  exportMyData: { method: 'GET', path: '/api/exportMyData', caller: 'user', changes: false },
  deleteAccountData: { method: 'POST', path: '/api/deleteAccountData', caller: 'user', changes: true },
  checkout: { method: 'POST', path: '/api/checkout', caller: 'user', changes: true },
  confirmCheckout: { method: 'POST', path: '/api/confirmCheckout', caller: 'user', changes: true },
  myOrders: { method: 'GET', path: '/api/myOrders', caller: 'user', changes: false },
  invoice: { method: 'POST', path: '/api/invoice', caller: 'user', changes: false },
  mailLicense: { method: 'POST', path: '/api/mailLicense', caller: 'user', changes: true },
  myReferrals: { method: 'GET', path: '/api/myReferrals', caller: 'user', changes: false },
  download: { method: 'POST', path: '/api/download', caller: 'user', changes: false },
  downloadResource: { method: 'POST', path: '/api/downloadResource', caller: 'user', changes: false },
  updateFile: {
    method: 'GET',
    path: '/api/updateFile/{version}/{platform}/{fileName}',
    caller: 'updater',
    changes: false,
  },
  feedback: { method: 'POST', path: '/api/feedback', caller: 'user', changes: true },
  contact: { method: 'POST', path: '/api/contact', caller: 'anyone', changes: true },
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
  deskFind: { method: 'POST', path: '/api/deskFind', caller: 'admin', changes: false },
  deskPerson: { method: 'POST', path: '/api/deskPerson', caller: 'admin', changes: false },
  deskAudit: { method: 'POST', path: '/api/deskAudit', caller: 'admin', changes: false },
  deskNote: { method: 'POST', path: '/api/deskNote', caller: 'admin', changes: true },
  deskMailLicense: { method: 'POST', path: '/api/deskMailLicense', caller: 'admin', changes: true },
  deskSettle: { method: 'POST', path: '/api/deskSettle', caller: 'admin', changes: true },
} as const satisfies Record<string, Route>;

export type OperationName = keyof typeof routes;

/** Whether the gateway's authorizer verifies an access token. */
export const needsToken = (caller: Route['caller']): boolean => caller === 'user' || caller === 'admin';

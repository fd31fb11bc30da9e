/**
 * Every operation of the API: how it is reached and who may call it. The gateway's routes, the Lambda functions, the
 * handlers' types and the browser's client all derive from this table. It is kept free of zod so that the browser can
 * read it; the request and response of each operation stand in `operations.ts`.
 */
export interface Route {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  /**
   * `user`: needs a valid access token. `anyone`: open. `stripe`: signed by Stripe over the raw body. `mail program`: carries
   * a signed token in its address, and a body that is not ours (RFC 8058).
   */
  caller: 'user' | 'anyone' | 'stripe' | 'mail program';
  /** Whether it changes what somebody would miss. Those that do wait while the site is read-only. */
  changes: boolean;
}

export const routes = {
  me: { method: 'GET', path: '/api/me', caller: 'user', changes: false },
  updateMe: { method: 'POST', path: '/api/updateMe', caller: 'user', changes: true },
  syncEmail: { method: 'POST', path: '/api/syncEmail', caller: 'user', changes: true },
  exportMyData: { method: 'GET', path: '/api/exportMyData', caller: 'user', changes: false },
  deleteAccountData: { method: 'POST', path: '/api/deleteAccountData', caller: 'user', changes: true },
  checkout: { method: 'POST', path: '/api/checkout', caller: 'user', changes: true },
  confirmCheckout: { method: 'POST', path: '/api/confirmCheckout', caller: 'user', changes: true },
  myOrders: { method: 'GET', path: '/api/myOrders', caller: 'user', changes: false },
  myReferrals: { method: 'GET', path: '/api/myReferrals', caller: 'user', changes: false },
  download: { method: 'POST', path: '/api/download', caller: 'user', changes: false },
  downloadResource: { method: 'POST', path: '/api/downloadResource', caller: 'user', changes: false },
  updateFile: {
    method: 'GET',
    path: '/api/updateFile/{version}/{platform}/{fileName}',
    caller: 'user',
    changes: false,
  },
  feedback: { method: 'POST', path: '/api/feedback', caller: 'user', changes: true },
  contact: { method: 'POST', path: '/api/contact', caller: 'anyone', changes: true },
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

export type OperationName = keyof typeof routes;

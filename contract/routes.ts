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
}

export const routes = {
  me: { method: 'GET', path: '/api/me', caller: 'user' },
  updateMe: { method: 'POST', path: '/api/updateMe', caller: 'user' },
  syncEmail: { method: 'POST', path: '/api/syncEmail', caller: 'user' },
  exportMyData: { method: 'GET', path: '/api/exportMyData', caller: 'user' },
  deleteAccountData: { method: 'POST', path: '/api/deleteAccountData', caller: 'user' },
  checkout: { method: 'POST', path: '/api/checkout', caller: 'user' },
  confirmCheckout: { method: 'POST', path: '/api/confirmCheckout', caller: 'user' },
  myOrders: { method: 'GET', path: '/api/myOrders', caller: 'user' },
  myReferrals: { method: 'GET', path: '/api/myReferrals', caller: 'user' },
  download: { method: 'POST', path: '/api/download', caller: 'user' },
  downloadResource: { method: 'POST', path: '/api/downloadResource', caller: 'user' },
  updateFile: { method: 'GET', path: '/api/updateFile/{version}/{platform}/{fileName}', caller: 'user' },
  feedback: { method: 'POST', path: '/api/feedback', caller: 'user' },
  contact: { method: 'POST', path: '/api/contact', caller: 'anyone' },
  referralImpression: { method: 'POST', path: '/api/referralImpression', caller: 'anyone' },
  unsubscribe: { method: 'POST', path: '/api/unsubscribe', caller: 'anyone' },
  oneClickUnsubscribe: { method: 'POST', path: '/api/oneClickUnsubscribe', caller: 'mail program' },
  stripeWebhook: { method: 'POST', path: '/api/stripeWebhook', caller: 'stripe' },
} as const satisfies Record<string, Route>;

export type OperationName = keyof typeof routes;

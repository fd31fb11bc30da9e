/**
 * Every operation of the API: how it is reached and who may call it. The gateway's routes, the Lambda functions, the
 * handlers' types and the browser's client all derive from this table. It is kept free of zod so that the browser can
 * read it; the request and response of each operation stand in `operations.ts`.
 */
export interface Route {
  method: 'GET' | 'POST';
  path: `/api/${string}`;
  /** `user`: needs a valid access token. `anyone`: open. `stripe`: signed by Stripe over the raw body. */
  caller: 'user' | 'anyone' | 'stripe';
}

export const routes = {
  me: { method: 'GET', path: '/api/me', caller: 'user' },
  updateMe: { method: 'POST', path: '/api/updateMe', caller: 'user' },
  checkout: { method: 'POST', path: '/api/checkout', caller: 'user' },
  download: { method: 'POST', path: '/api/download', caller: 'user' },
  referralImpression: { method: 'POST', path: '/api/referralImpression', caller: 'anyone' },
  stripeWebhook: { method: 'POST', path: '/api/stripeWebhook', caller: 'stripe' },
} as const satisfies Record<string, Route>;

export type OperationName = keyof typeof routes;

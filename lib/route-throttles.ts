import { type SiteOperationName, siteRoutes } from '../contract/operations/site-routes.ts';

interface Throttle {
  rateLimit: number;
  burstLimit: number;
}

/**
 * Requests per second over all visitors; above it, API Gateway returns 429. Each route has its own
 * limit, so that the polling of open pages does not slow down buyers or Stripe.
 */
const usualThrottle: Throttle = { rateLimit: 50, burstLimit: 100 };
/** For requests that pages and updaters send automatically. */
export const busyThrottle: Throttle = { rateLimit: 200, burstLimit: 400 };
const throttles: Partial<Record<SiteOperationName, Throttle>> = {
  me: busyThrottle,
  referralImpression: busyThrottle,
  updateFile: busyThrottle,
  // A bad release crashes on all computers at once. This limits all reports together.
  reportProblem: { rateLimit: 1000, burstLimit: 2000 },
  // Stripe sends events in bursts, and waits before it retries a rejected one.
  stripeWebhook: { rateLimit: 100, burstLimit: 300 },
};

/** The limits of the site's routes, by API Gateway's key of the route, with the names of CloudFormation. */
export const routeThrottles: Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }> =
  Object.fromEntries(
    Object.entries(siteRoutes).map(([name, { method, path }]) => {
      const { rateLimit, burstLimit } = throttles[name as SiteOperationName] ?? usualThrottle;
      return [`${method} ${path}`, { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit }];
    }),
  );

import type { Context } from 'aws-lambda';
import type { serve } from './serve.ts';

/** What the distribution adds to every request. */
export const fromDistribution = { 'x-distribution-secret': process.env.DISTRIBUTION_SECRETS ?? '' };

interface Sent {
  data?: object;
  /** Of a token the gateway has checked; nobody is signed in without. */
  claims?: object | undefined;
  headers?: Record<string, string>;
}

/** Calls an operation as the gateway does, and answers the status beside what the body says. */
export async function send(handler: ReturnType<typeof serve>, { data, claims, headers = {} }: Sent) {
  const request = {
    headers: { ...fromDistribution, ...headers },
    requestContext: { authorizer: { jwt: { claims } } },
    body: JSON.stringify({ data }),
  };
  const { statusCode, body = '' } = await handler(request as never, {} as Context);
  return { statusCode, ...JSON.parse(body) };
}

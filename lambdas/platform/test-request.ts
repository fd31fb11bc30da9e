import type { Context } from 'aws-lambda';
import type { serve } from './serve.ts';

/** The headers that CloudFront adds to every request. */
export const fromDistribution = { 'x-distribution-secret': process.env.DISTRIBUTION_SECRET ?? '' };

interface Sent {
  data?: object;
  /** The claims of a verified token. Without them, nobody is signed in. */
  claims?: object | undefined;
  headers?: Record<string, string>;
}

/** Calls an operation as the gateway does, and returns the status and the parsed body. */
export async function send(handler: ReturnType<typeof serve>, { data, claims, headers = {} }: Sent) {
  const request = {
    headers: { ...fromDistribution, 'content-type': 'application/json', ...headers },
    requestContext: { authorizer: { jwt: { claims } } },
    body: JSON.stringify({ data }),
  };
  const { statusCode, body = '' } = await handler(request as never, {} as Context);
  return { statusCode, ...JSON.parse(body) };
}

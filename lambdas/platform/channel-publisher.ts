import { Sha256 } from '@aws-crypto/sha256-js';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { SignatureV4 } from '@smithy/signature-v4';

/** Publishes a message on a channel. */
export type PublishToChannel = (channel: string, message: object) => Promise<void>;

interface ChannelOptions {
  /** AppSync's endpoint for publishing. */
  url: string;
  region: string;
}

/**
 * Publishes on channels of AppSync Events, for which the SDK has no client.
 * @returns a function that throws Error when AppSync does not accept the message within 2.5 seconds
 * @see https://docs.aws.amazon.com/appsync/latest/eventapi/publish-http.html
 */
export function channelPublisher({ url, region }: ChannelOptions): PublishToChannel {
  const { host, pathname, protocol } = new URL(url);
  const signer = new SignatureV4({ service: 'appsync', region, credentials: fromEnv(), sha256: Sha256 });
  return async (channel, message) => {
    const body = JSON.stringify({ channel, events: [JSON.stringify(message)] });
    const { headers } = await signer.sign({
      method: 'POST',
      protocol,
      hostname: host,
      path: pathname,
      headers: { host, 'content-type': 'application/json' },
      body,
    });
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(2_500) });
    const { failed = [] } = (await response.json().catch(() => ({}))) as { failed?: unknown[] };
    if (!response.ok || failed.length > 0)
      throw new Error(`AppSync did not publish the message: it answered ${response.status}.`);
  };
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { listen } from '../../server/listen.ts';
import { chooseOperation } from './choose-operation.ts';
import { ObjectStore, type VersionedBucket } from './object-store.ts';
import { S3Error } from './s3-error.ts';
import { decodeUri, formatErrorXml, type S3Answer, type S3Context, type S3Request } from './s3-request.ts';
import type { CreatedObject } from './stored-object.ts';

export interface ObjectCreated {
  bucket: string;
  key: string;
  size: number;
  /** Without quotes, as in S3's own events. */
  etag: string;
  /**
   * Increases with each write of the same key.
   * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
   */
  sequencer: string;
}

/**
 * Serves S3 on this machine only. Calls `onObjectCreated` at least once per object, like S3. The
 * response to an upload follows the call, an error becomes a 500 that the SDK retries, and the next start repeats an
 * unfinished call.
 */
export async function startS3(options: {
  dir: string;
  buckets: string[];
  /** The buckets with versions. */
  versionedBuckets?: VersionedBucket[];
  onObjectCreated: (created: ObjectCreated) => Promise<void>;
}): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const store = await ObjectStore.open(options.dir, options.buckets, options.versionedBuckets ?? []);

  async function announce(bucket: string, { object, eventId }: CreatedObject): Promise<void> {
    const { key, size, etag, sequencer } = object;
    await options.onObjectCreated({ bucket, key, size, etag: etag.replaceAll('"', ''), sequencer });
    await store.forgetEvent(eventId);
  }

  const running = new Set<Promise<void>>();
  const unannounced = await store.pendingEvents();
  const { server, endpoint } = await listen((message, response) => {
    const answered = answerRequest(message, response, { store, announce }).finally(() =>
      running.delete(answered),
    );
    running.add(answered);
  });
  server.requestTimeout = 0; // The default of Node is five minutes. A large upload may take longer.

  // This is not awaited, because the handler may need the endpoint that this function returns.
  const announcing = Promise.all(
    unannounced.map(({ bucket, ...created }) =>
      announce(bucket, created).catch((error: unknown) => {
        console.warn(
          `s3: did not announce ${bucket}/${created.object.key}. The next start tries again.`,
          error,
        );
      }),
    ),
  );

  return {
    endpoint,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, announcing, ...running]);
    },
  };
}

async function answerRequest(
  message: IncomingMessage,
  response: ServerResponse,
  context: S3Context,
): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  response.setHeader('x-amz-request-id', requestId);
  let answer: S3Answer | undefined;
  try {
    answer = await operate(message, context);
    const isEmpty = answer.status === 200 && answer.body === undefined && message.method !== 'HEAD';
    response.writeHead(answer.status, { ...(isEmpty && { 'content-length': 0 }), ...answer.headers });
    if (answer.body === undefined || typeof answer.body === 'string') response.end(answer.body);
    else await pipeline(answer.body.chunks, response);
  } catch (error) {
    if (response.headersSent || message.socket.destroyed) response.destroy();
    else answerError(message, response, error, requestId);
  } finally {
    if (typeof answer?.body === 'object') await answer.body.close();
  }
}

async function operate(message: IncomingMessage, context: S3Context): Promise<S3Answer> {
  // `new URL()` resolves `..`, and a key may contain it.
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(message.url ?? '') ?? [];
  const query = new URLSearchParams(search);
  checkAuthorization(message.headers.authorization);
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const request: S3Request = { message, bucket: decodeUri(bucket), key: decodeUri(key), query };
  return chooseOperation(request)(request, context);
}

/** Refuses unsigned requests and presigned URLs. Does not verify the signature. */
function checkAuthorization(header = ''): void {
  if (/^AWS4-HMAC-SHA256 Credential=.+Signature=.+/.test(header)) return;
  throw new S3Error(403, 'AccessDenied', 'Access Denied. The local S3 does not implement presigned URLs.');
}

function answerError(
  message: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  requestId: string,
): void {
  if (!(error instanceof S3Error))
    console.error(`s3: ${message.method} ${message.url?.split('?')[0]}`, error);
  const s3Error =
    error instanceof S3Error
      ? error
      : new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
  response.writeHead(s3Error.status, { 'content-type': 'application/xml', ...s3Error.headers });
  response.end(message.method === 'HEAD' ? undefined : formatErrorXml(s3Error, requestId));
}

import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { accessKeyOf, describeCall } from './describe-call.ts';

// Loaded before a local cloud by `npm run conformance:permissions`: writes each different call that a
// function makes to a service into a file of the folder CALLS_FOLDER.

const file = join(process.env.CALLS_FOLDER ?? '', `${process.pid}.jsonl`);
const written = new Set<string>();

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const { method = '', url = '', headers } = request;
  const caller = accessKeyOf({ url, headers });
  // The team's commands and the local cloud itself have the access key `local`.
  if (!caller || caller === 'local') return;
  const readBody = keepBody(request);
  response.once('close', () => {
    const received = { method, url, headers, body: readBody(), status: response.statusCode };
    try {
      for (const call of describeCall(received)) record({ caller, ...call });
    } catch (error) {
      record({ caller, failed: String(error) });
    }
  });
});

/** Copies each chunk that the parser passes on, because a second reader would consume the body. */
function keepBody(request: IncomingMessage): () => string {
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk, encoding) => {
    // An upload to S3 has no target, and its content does not matter.
    if (chunk !== null && isJson(request)) chunks.push(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  return () => Buffer.concat(chunks).toString();
}

function isJson({ headers }: IncomingMessage): boolean {
  return /json/.test(headers['content-type'] ?? '');
}

function record(line: object): void {
  const text = JSON.stringify(line);
  if (written.has(text)) return;
  written.add(text);
  appendFileSync(file, `${text}\n`);
}

import type { IncomingHttpHeaders } from 'node:http';

export const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** The headers of a request that S3 stores with the object. */
export function readStoredHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const stored: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (value && (storedHeaders.includes(name) || name.startsWith('x-amz-meta-')))
      stored[name] = value.toString();
  }
  // `aws-chunked` describes the transfer, not the object.
  const encodings = (stored['content-encoding'] ?? '').split(',').map((encoding) => encoding.trim());
  const kept = encodings.filter((encoding) => encoding && encoding !== 'aws-chunked');
  if (kept.length > 0) stored['content-encoding'] = kept.join(',');
  else delete stored['content-encoding'];
  return stored;
}

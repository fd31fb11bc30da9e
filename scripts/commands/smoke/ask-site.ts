import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

export interface SiteAnswer {
  status: number;
  /** The values of a header, one for each time that it was sent. */
  header(name: string): string[];
  body: Buffer;
}

const timeoutMs = 20_000;

/** Sends a request with only the headers that HTTP needs, because `fetch` adds others. */
export function askSite(
  address: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<SiteAnswer> {
  const request = address.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('error', reject)
        .once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            header: (name) => response.headersDistinct[name] ?? [],
            body: Buffer.concat(chunks),
          }),
        );
    });
    sent
      .once('timeout', () =>
        sent.destroy(new Error(`${address} does not answer within ${timeoutMs / 1000} seconds.`)),
      )
      .once('error', reject)
      .end(body);
  });
}

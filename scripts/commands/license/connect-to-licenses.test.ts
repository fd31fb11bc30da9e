import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../../local/server/listen.ts';
import { connectToLicenses, readPublishedKeys } from './connect-to-licenses.ts';

let answer: RequestListener;
let site: Listening;

beforeEach(async () => {
  site = await listen((request, response) => answer(request, response), 0);
});
afterEach(() => site.close());

describe('readPublishedKeys', () => {
  it('reads the keys from the address that apps use', async () => {
    answer = (request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/jwk-set+json' })
        .end(JSON.stringify({ keys: [{ kid: request.url }] }));
    expect(await readPublishedKeys(site.endpoint)).toEqual({
      keys: [{ kid: '/.well-known/lorewright-license-keys.json' }],
    });
  });

  it.each([
    [404, 'application/jwk-set+json'],
    [200, 'text/html'],
  ])('says what to do about the answer %i with %s', async (status, type) => {
    answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end('{}');
    await expect(readPublishedKeys(site.endpoint)).rejects.toThrow(
      /does not publish its license keys: .* Look for dead letters of finishDeployment/,
    );
  });

  it('says that a site does not answer', async () => {
    answer = (request) => request.socket.destroy();
    await expect(readPublishedKeys(site.endpoint)).rejects.toThrow(
      /lorewright-license-keys\.json does not answer \(\w+\)/,
    );
  });
});

describe('connectToLicenses', () => {
  it('names the stages when there is no such stage', async () => {
    await expect(connectToLicenses('moon')).rejects.toThrow('There is no stage "moon"');
  });
});

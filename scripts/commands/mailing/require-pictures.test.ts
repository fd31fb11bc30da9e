import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { requirePictures } from './require-pictures.ts';

const fields = '---\ngroup: updates\nsubject: News\npreheader: New\n---\n';
const mailingWith = (...pictures: string[]) =>
  parseMailing('news.md', `${fields}\n${pictures.map((url) => `![A map](${url} "12x8")`).join('\n\n')}\n`);

let siteUrl: string;
beforeAll(async () => {
  const server = createServer(({ method, url }, response) =>
    response.writeHead(method === 'HEAD' && url === '/media/letters/map.png' ? 200 : 404).end(),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => {
    server.close();
    server.closeAllConnections();
  };
});

describe('requirePictures', () => {
  it('accepts pictures that the site has', async () => {
    await requirePictures(mailingWith('/media/letters/map.png'), siteUrl);
  });

  it('names a picture that the site does not have', async () => {
    const mailing = mailingWith('/media/letters/map.png', '/media/letters/missing.png');
    await expect(requirePictures(mailing, siteUrl)).rejects.toThrow(
      `${siteUrl}/media/letters/missing.png does not load: the site answers 404. Upload the picture first`,
    );
  });

  it('names the picture when the site does not answer', async () => {
    // `fetch` refuses port 1, as when nothing listens there.
    await expect(requirePictures(mailingWith('/media/a.png'), 'http://127.0.0.1:1')).rejects.toThrow(
      'http://127.0.0.1:1/media/a.png does not load: the site does not answer.',
    );
  });
});

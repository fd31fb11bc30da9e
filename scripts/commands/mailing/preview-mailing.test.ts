import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicOrigin } from '../../../lib/stages.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { startMailPreview } from './preview-mailing.ts';

type Site = Pick<MailingSite, 'mailings' | 'siteUrl'>;

const textWith = (body: string) =>
  `---\ngroup: updates\nsubject: News\npreheader: New\n---\n\n${body}\n\n![A map](/media/letters/map.png "12x8")\n`;
const noSite = async (): Promise<Site> => expect.fail('A file needs no site.');

let dir: string;
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailing-preview-'));
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await rm(dir, { recursive: true });
});

async function preview(what: string, site: () => Promise<Site>) {
  const started = await startMailPreview(what, site);
  stop = started.stop;
  return async (path: string) => {
    const response = await fetch(new URL(path, started.url));
    const { status, headers } = response;
    return { status, type: headers.get('content-type'), body: await response.text() };
  };
}

describe('startMailPreview', () => {
  it('shows the email of a file as HTML and as text, without a site', async () => {
    const file = join(dir, 'news.md');
    await writeFile(file, textWith('Hello {{name}}.'));
    const get = await preview(file, noSite);
    expect(await get('/')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    expect((await get('/')).body).toContain(`src="${publicOrigin}/media/letters/map.png"`);
    const text = await get('/text');
    expect(text).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(text.body).toContain('Hello {{name}}.');
    expect(text.body).not.toContain('<p');
  });

  it('reads the file again for each request, and shows its mistake', async () => {
    const file = join(dir, 'news.md');
    await writeFile(file, textWith('Before.'));
    const get = await preview(file, noSite);
    await writeFile(file, textWith('After.'));
    expect((await get('/text')).body).toContain('After.');
    await writeFile(file, textWith('[x](<b>)'));
    const refused = await get('/');
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('news.md:7: may not link to b.');
    await writeFile(file, textWith('Corrected.'));
    expect((await get('/')).body).toContain('Corrected.');
  });

  it('shows a stored mailing with the pictures of its site', async () => {
    const mailing = { text: textWith('Stored.') };
    const mailings = { find: async (slug: string) => (slug === 'stored' ? mailing : undefined) };
    const site = { mailings, siteUrl: 'https://site.test' } as unknown as Site;
    const get = await preview('stored', async () => site);
    expect((await get('/')).body).toContain('src="https://site.test/media/letters/map.png"');
  });

  it('does not start with a file that cannot be sent', async () => {
    const file = join(dir, 'news.md');
    await writeFile(file, textWith('> Quoted'));
    await expect(preview(file, noSite)).rejects.toThrow('news.md:7: has a quotation');
  });
});

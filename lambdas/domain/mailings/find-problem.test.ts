import { describe, expect, it } from 'vitest';
import { parseMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { freeUntil } from '../../../test/free-until.ts';
import { findProblem } from './find-problem.ts';

const siteUrl = 'https://site.test';
let now = new Date('2026-12-28T10:00:00Z');

/** Finds the problem of a mailing on a site with these files. */
function find(slug: string, body: string, files: Record<string, string> = {}) {
  const requested: string[] = [];
  const readSite = async (path: string) => {
    requested.push(path);
    const text = files[path];
    return { isFound: text !== undefined, text: text ?? '' };
  };
  const text = `---\ngroup: updates\nsubject: News\npreheader: New\n---\n\n${body}\n`;
  const problem = findProblem({ readSite, siteUrl, now: () => now }, parseMailing(`${slug}.md`, text));
  return { problem, requested };
}

const problemOf = (...given: Parameters<typeof find>) => find(...given).problem;

describe('findProblem', () => {
  describe('of a mailing about the end of the free offer', () => {
    const problem = () => problemOf('offer-end-early-access-2026-12-31', 'Claim it.');

    it('accepts it until the offer has ended', async () => {
      freeUntil('2026-12-31');
      now = new Date('2026-12-31T23:59:59Z');
      expect(await problem()).toBeUndefined();
      now = new Date('2027-01-01T00:00:00Z');
      expect(await problem()).toBe(
        'The free offer ended on December 31, 2026 (UTC), so nobody gets the mailing about its end.',
      );
    });

    it.each(['2027-01-31', undefined])('names an offer that ends otherwise: %s', async (until) => {
      freeUntil(until);
      now = new Date('2026-12-28T10:00:00Z');
      expect(await problem()).toContain('does not end on the day that this mailing names.');
    });
  });

  it('accepts pages, places and pictures that the site has, and all other sites', async () => {
    const body = `See [maps](/resources?kind=map), the **[changelog](${siteUrl}/changelog#1.4.0)** and [them](https://elsewhere.test/x).

- [write](mailto:ana@example.test)

![A map](/media/map.png "100x100")`;
    const files = {
      '/resources?kind=map': '',
      '/changelog': '<section id="1.4.0"></section>',
      '/media/map.png': '',
    };
    const { problem, requested } = find('news', body, files);
    expect(await problem).toBeUndefined();
    expect(requested.sort()).toEqual([
      '/changelog',
      '/media/map.png',
      '/releases.json',
      '/resources?kind=map',
    ]);
  });

  it('names each missing page once, in lists and headings too', async () => {
    const body = '## [Old](/old)\n\nSee [this](/old) and [that](/about).\n\n- [gone](/gone)';
    expect(await problemOf('news', body, { '/about': '' })).toBe(
      'The text links to /old and /gone, which the site does not have. Correct the link.',
    );
  });

  it('names a place that its page does not have', async () => {
    const files = { '/changelog': '<section id="1.4.0"></section>' };
    expect(await problemOf('news', '[New](/changelog#1.5.0)', files)).toContain('links to /changelog#1.5.0,');
  });

  it('names a withdrawn release whose changes the text links to', async () => {
    const releases = (isYanked: boolean) =>
      JSON.stringify([{ version: '1.4.0', channel: 'stable', isYanked }]);
    const changelog = '<section id="1.4.0"></section>';
    const problemWith = (isYanked: boolean) =>
      problemOf('news', '[New](/changelog#1.4.0)', {
        '/changelog': changelog,
        '/releases.json': releases(isYanked),
      });
    expect(await problemWith(true)).toContain('1.4.0 was withdrawn');
    expect(await problemWith(false)).toBeUndefined();
  });

  it('names a missing picture', async () => {
    expect(await problemOf('news', '![A map](/media/map.png "100x100")')).toBe(
      'The site has no picture at /media/map.png. Upload it first, or correct its address.',
    );
  });

  it('looks for the width of a picture that the email loads', async () => {
    const name = '/media/pictures/0123456789abcdef';
    const body = `![A map](${name}-1600x800.png "1600x800")`;
    expect(await problemOf('news', body, { [`${name}-1600x800.png`]: '' })).toContain(`${name}-1200x600.png`);
    expect(await problemOf('news', body, { [`${name}-1200x600.png`]: '' })).toBeUndefined();
  });

  it('calls no operation, and does not look for the page that the newsletter becomes', async () => {
    const { problem, requested } = find('news', '[Read](/letters/news) or [leave](/api/unsubscribe?token=1)');
    expect(await problem).toBeUndefined();
    expect(requested).toEqual([]);
  });

  describe('about a release', () => {
    const site = (releases: object[], offered: string) => ({
      '/releases.json': JSON.stringify(releases),
      '/version.json': JSON.stringify({ version: offered }),
    });
    const release = { version: '1.4.0', channel: 'stable', isYanked: false };

    it('accepts the version that the site offers, or an earlier one', async () => {
      expect(await problemOf('release-1-4-0', 'Hello.', site([release], '1.4.0'))).toBeUndefined();
      expect(await problemOf('release-1-4-0', 'Hello.', site([release], '1.10.0'))).toBeUndefined();
    });

    it.each([
      ['is withdrawn', site([{ ...release, isYanked: true }], '1.3.0'), '1.4.0 was withdrawn'],
      ['is not published', site([], '1.3.0'), 'The site offers no release with the name release-1-4-0.'],
      ['was rolled back', site([release], '1.3.0'), 'The site offers 1.3.0 now, not 1.4.0.'],
      ['is missing with all others', {}, 'The site offers no release'],
    ])('refuses a version that %s', async (_, files, problem) => {
      expect(await problemOf('release-1-4-0', 'Hello.', files)).toContain(problem);
    });

    it('accepts a beta that is offered to its channel', async () => {
      const beta = { version: '2.0.0-beta.1', channel: 'beta', isYanked: false };
      expect(await problemOf('release-2-0-0-beta-1', 'Hello.', site([beta], '1.4.0'))).toBeUndefined();
    });

    it('reads no releases for a mailing with another name', async () => {
      expect(find('release-party', 'Hello.').requested).toEqual([]);
    });
  });
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { owner } from '../settings.ts';

const documents = globSync(['*.md', 'docs/**/*.md', 'local/**/*.md']).sort();

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/`|\[|\]\(.*?\)/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|\.\.\/\.\.\/security)([^)\s]+)\)/g)].map(
      ([, link]) => link ?? '',
    );
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path ? join(dirname(document), path) : document;
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  // A record that another one replaced may name files of its time.
  it.skipIf(text.includes('Status: Superseded'))('names files of the repository that exist', () => {
    const paths = [
      ...text.matchAll(
        /`((?:bin|content|contract|docs|examples|lab|lambdas|lib|local|publishing|scripts|test|web)\/[\w./-]*)`/g,
      ),
    ].map(([, path]) => path ?? '');
    expect(paths.filter((path) => !existsSync(path) && !path.includes('sendPostcard'))).toEqual([]);
  });
});

describe.each(globSync('docs/decisions/*.md').sort())('%s', (record) => {
  it('states its date and status below the title', () => {
    expect(readFileSync(record, 'utf8')).toMatch(
      /^# \d{3} .+\n\nDate: \d{4}-\d{2}-\d{2}\. Status: (Accepted|(Accepted, changed|Superseded) by \[\d{3}\]\([\w-]+\.md\)( and \[\d{3}\]\([\w-]+\.md\))?)\.\n\n/,
    );
  });
});

describe('docs/legal.md', () => {
  const text = readFileSync('docs/legal.md', 'utf8');

  it.each(globSync('content/legal/*.md'))('lists %s', (file) => {
    expect(text).toContain(`\`${file}\``);
  });

  it.each(Object.keys(owner))('says where the setting %s of the owner appears', (setting) => {
    expect(text).toContain(`| \`${setting}\` |`);
  });
});

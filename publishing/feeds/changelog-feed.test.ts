// @vitest-environment jsdom
import { expect, test } from 'vitest';
import changelog from '../../content/changelog.md';
import { changelogFeed } from './changelog-feed.ts';

const xml = new DOMParser().parseFromString(changelogFeed(changelog), 'application/xml');

test('contains the versions of the page, except those in development', () => {
  expect(xml.querySelector('parsererror')).toBeNull();
  const ids = [...xml.querySelectorAll('entry > id')].map(({ textContent }) => textContent?.split('#')[1]);
  const shown = changelog.filter(({ label }) => label !== 'Dev').map(({ version }) => version);
  expect(ids).toEqual(shown);
  expect(changelog.length).toBeGreaterThan(shown.length);
});

test('contains the changes of every entry as HTML', () => {
  for (const content of xml.querySelectorAll('entry > content')) {
    const html = new DOMParser().parseFromString(content.textContent ?? '', 'text/html');
    expect(html.querySelectorAll('h3').length).toBeGreaterThan(0);
    expect(html.querySelectorAll('li').length).toBeGreaterThan(0);
  }
});

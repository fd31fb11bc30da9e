import { expect, test } from 'vitest';
import { linkToRunbook, markdownLinkToRunbook } from './runbook.ts';

const repository = 'https://code.example/lorewright/site';

test('names a section by its path while the repository has no URL', () => {
  expect(linkToRunbook('Dead letters', '')).toBe('docs/alarms.md#dead-letters');
  expect(markdownLinkToRunbook('Dead letters', '')).toBe('`docs/alarms.md#dead-letters`');
});

test('links to a section once the repository has a URL', () => {
  const link = 'https://code.example/lorewright/site/blob/main/docs/alarms.md#dead-letters';
  expect(linkToRunbook('Dead letters', repository)).toBe(link);
  expect(markdownLinkToRunbook('Dead letters', repository)).toBe(`[Dead letters](${link})`);
});

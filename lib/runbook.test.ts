import { expect, test } from 'vitest';
import { linkToRunbook, markdownLinkToRunbook } from './runbook.ts';

const repository = 'https://code.example/lorewright/site';

test('a section is named by its path until the repository has an address', () => {
  expect(linkToRunbook('Dead letters', '')).toBe('docs/runbook.md#dead-letters');
  expect(markdownLinkToRunbook('Dead letters', '')).toBe('`docs/runbook.md#dead-letters`');
});

test('a section is a link from then on', () => {
  const link = 'https://code.example/lorewright/site/blob/main/docs/runbook.md#dead-letters';
  expect(linkToRunbook('Dead letters', repository)).toBe(link);
  expect(markdownLinkToRunbook('Dead letters', repository)).toBe(`[Dead letters](${link})`);
});

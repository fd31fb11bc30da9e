import { expect, test } from 'vitest';
import { unsubscribableGroups } from '../../../contract/records/user.ts';
import { groupMail } from './group-mail.ts';
import { unsubscribeToken } from './link-token.ts';

const linkKey = 'k'.repeat(64);
const reader = { userId: 'user-1', siteUrl: 'https://site.test', linkKey };
const content = { subject: 'News', heading: 'News', paragraphs: ['There is a new version.'] };

test.each(unsubscribableGroups)('adds links and headers for unsubscribing to an email about %s', (group) => {
  const { text, html, headers } = groupMail(content, group, reader);
  const permissions = [...text.matchAll(/https:\/\/site\.test\/unsubscribe#token=(\S+)/g)].map(
    ([link, token = '']) => {
      expect(html).toContain(`href="${link}"`);
      return unsubscribeToken.read(linkKey, token);
    },
  );
  expect(permissions).toEqual([
    { userId: 'user-1', group },
    { userId: 'user-1', group: 'all' },
  ]);

  // https://www.rfc-editor.org/rfc/rfc8058#section-3.1: one HTTPS address, and exactly this second header.
  const [, token = ''] =
    /^<https:\/\/site\.test\/api\/oneClickUnsubscribe\?token=([\w.-]+)>$/.exec(
      headers?.['List-Unsubscribe'] ?? '',
    ) ?? [];
  expect(unsubscribeToken.read(linkKey, token)).toEqual({ userId: 'user-1', group });
  expect(headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../contract/records/audit-entry.ts';
import { AuditList } from './audit-list.tsx';

afterEach(cleanup);

const entry: AuditEntry = {
  auditId: '1',
  at: '2026-11-25T10:00:00.000Z',
  actorId: 'member-1',
  action: 'storeArticle',
  outcome: 'done',
  slug: 'a-map',
  reason: 'For the blog.',
  requestId: 'request-1',
  after: 'published',
};
const said = 'Article stored, a-map, done, Nov 25, 2026, 10:00 AM UTC, by member-1';

it.each([
  [{}, `${said}, published`],
  [{ before: 'draft' }, `${said}, draft → published`],
  [{ before: 'published' }, said],
])('names the states that %j describes', (change, text) => {
  render(<AuditList entries={[{ ...entry, ...change }]} />);
  expect(screen.getByRole('listitem').textContent).toBe(`${text}For the blog.`);
});

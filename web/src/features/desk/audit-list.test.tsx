// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../contract/records/audit-entry.ts';
import { forgetSession, rememberSession } from '../../lib/session.ts';
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
const said = 'Article stored, a-map, Nov 25, 2026, 10:00 AM UTC, by member-1';

describe('AuditList', () => {
  it.each([
    [{}, `${said}, published`],
    [{ before: 'draft' }, `${said}, draft → published`],
    [{ before: 'published' }, said],
  ])('shows the state change for %j', (change, text) => {
    render(<AuditList entries={[{ ...entry, ...change }]} names={{}} />);
    expect(screen.getByRole('listitem').textContent).toBe(`${text}For the blog.`);
  });

  it('shows an action with an outcome once, and an action without one as not completed', () => {
    const requested = { ...entry, outcome: 'requested' } as const;
    render(
      <AuditList
        entries={[{ ...entry, outcome: 'failed' }, requested, { ...requested, auditId: '2' }]}
        names={{}}
      />,
    );
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringContaining('a-map, failed, Nov 25'),
      expect.stringContaining('a-map, not completed, Nov 25'),
    ]);
  });

  it('shows actions of the reading admin as "you"', () => {
    rememberSession({
      userId: 'member-1',
      email: 'ana@example.test',
      groups: ['admin'],
      endsAtMs: Date.now() + 60_000,
    });
    render(<AuditList entries={[entry, { ...entry, auditId: '2', actorId: 'member-2' }]} names={{}} />);
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual([expect.stringContaining(', by you,'), expect.stringContaining(', by member-2,')]);
    forgetSession();
  });

  it('shows addresses instead of ids, links to the person, and names the order', () => {
    render(
      <MemoryRouter>
        <AuditList
          entries={[{ ...entry, action: 'refund', slug: undefined, personId: 'ana', orderId: 'cs_1' }]}
          names={{ ana: 'ana@example.test', 'member-1': 'team@example.test' }}
        />
      </MemoryRouter>,
    );
    expect(screen.getByRole('link').getAttribute('href')).toBe('/desk?person=ana');
    expect(screen.getByRole('link').textContent).toBe('ana@example.test');
    expect(screen.getByRole('listitem').textContent).toContain('by team@example.test');
    expect(screen.getByText('cs_1')).toBeTruthy();
  });
});

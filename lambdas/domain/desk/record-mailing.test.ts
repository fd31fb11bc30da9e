import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { mailingStore } from '../mailings/mailing-store.ts';
import { auditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { recordMailing } from './record-mailing.ts';

const { client: tables, names } = testSiteTables('Audit', 'Mailings');
let audit: ReturnType<typeof auditStore>;
let mailings: ReturnType<typeof mailingStore>;
const start = vi.fn<() => Promise<void>>();
const now = () => new Date('2026-11-25T10:00:00.000Z');
const seen = now().toISOString();
const aborted = { code: 'aborted' };

beforeEach(() => {
  audit = auditStore(tables, names.Audit);
  mailings = mailingStore(tables, names.Mailings);
  start.mockReset().mockResolvedValue();
});

const record = (
  action: Pick<DeskAction, 'action' | 'actionId' | 'mailing' | 'before' | 'textHash'>,
  change: Parameters<typeof recordMailing>[2],
) =>
  recordMailing(
    { tables, audit, now },
    { ...action, actorId: 'member-1', reason: 'News.', requestId: 'r-1' },
    change,
  );

/** Stores a draft. */
function store(slug: string, text: string, replaced?: string, actionId = `store-${slug}-${text}`) {
  const written = { slug, group: 'resources', subject: text, preheader: 'P', content: [] } as const;
  return record(
    { action: 'storeMailing', actionId, mailing: slug, textHash: text },
    { change: mailings.saveDraft({ ...written, content: [] }, text, now(), replaced), after: 'draft' },
  );
}

const approve = (slug: string, actionId: string, seenAs = seen) =>
  record(
    { action: 'sendMailing', actionId, mailing: slug, before: 'draft' },
    {
      change: mailings.approve(slug, seenAs, { approvedBy: 'member-1', approvedAt: seen, expected: 3 }),
      after: 'sending',
      announce: start,
    },
  );

const entriesOf = async (actionId: string) =>
  (await audit.find({ by: 'actor', value: 'member-1' }))
    .filter(({ auditId }) => auditId === actionId)
    .map(({ outcome, mailing, before, after }) => `${outcome}: ${mailing}, ${before} → ${after}`)
    .sort();

describe('recordMailing', () => {
  it('stores a draft with its entry once', async () => {
    await store('once', 'A');
    await store('once', 'A');
    expect(await mailings.find('once')).toMatchObject({ status: 'draft', text: 'A' });
    expect(await entriesOf('store-once-A')).toEqual(['done: once, undefined → draft']);
  });

  it('refuses a draft whose name is taken, or that replaces another version', async () => {
    await store('stale', 'A');
    await expect(store('stale', 'B')).rejects.toMatchObject(aborted);
    await expect(store('stale', 'C', '2026-11-24T10:00:00.000Z')).rejects.toMatchObject(aborted);
    expect(await mailings.find('stale')).toMatchObject({ text: 'A' });
    expect(await entriesOf('store-stale-B')).toEqual([]);
    await store('stale', 'D', seen);
    expect(await mailings.find('stale')).toMatchObject({ text: 'D' });
  });

  it('explains why the mailing cannot change, or reports that it has changed', async () => {
    await store('refused', 'A');
    const change = mailings.discardDraft('refused', '2026-11-24T10:00:00.000Z');
    const discard = (rest: { refusal?: string }) =>
      record({ action: 'discardMailing', actionId: 'refused', mailing: 'refused' }, { change, ...rest });
    await expect(discard({ refusal: 'It is being sent.' })).rejects.toThrow('It is being sent.');
    await expect(discard({})).rejects.toThrow('This mailing has changed since you saw it.');
  });

  it('refuses another text under the id of an action', async () => {
    await store('twice', 'A', undefined, 'twice');
    await expect(store('twice', 'B', seen, 'twice')).rejects.toMatchObject(aborted);
    expect(await mailings.find('twice')).toMatchObject({ text: 'A' });
  });

  it('starts an approved mailing, and starts it again when an interrupted request is repeated', async () => {
    await store('approved', 'A');
    start.mockRejectedValueOnce(new Error('The event bus is unavailable.'));
    await expect(approve('approved', 'approve')).rejects.toThrow('The event bus is unavailable.');
    expect(await entriesOf('approve')).toEqual(['requested: approved, draft → sending']);

    await approve('approved', 'approve');
    expect(start).toHaveBeenCalledTimes(2);
    expect(await mailings.find('approved')).toMatchObject({
      status: 'sending',
      approvedBy: 'member-1',
      expected: 3,
    });
    expect(await entriesOf('approve')).toEqual([
      'done: approved, draft → sending',
      'requested: approved, draft → sending',
    ]);
  });

  it('starts nothing for a draft that has changed, or was approved before', async () => {
    await store('changed', 'A');
    await expect(approve('changed', 'stale', '2026-11-24T10:00:00.000Z')).rejects.toMatchObject(aborted);
    await approve('changed', 'first');
    start.mockClear();
    await expect(approve('changed', 'second')).rejects.toMatchObject(aborted);
    expect(start).not.toHaveBeenCalled();
    expect(await entriesOf('second')).toEqual([]);
  });

  it('discards only the draft that the admin saw', async () => {
    const discard = (slug: string, seenAs: string) =>
      record(
        { action: 'discardMailing', actionId: `${slug}-${seenAs}`, mailing: slug, before: 'draft' },
        { change: mailings.discardDraft(slug, seenAs) },
      );
    await store('discarded', 'A');
    await expect(discard('discarded', '2026-11-24T10:00:00.000Z')).rejects.toMatchObject(aborted);
    await discard('discarded', seen);
    await discard('discarded', seen);
    expect((await mailings.find('discarded'))?.status).toBe('discarded');
    expect(await entriesOf(`discarded-${seen}`)).toEqual(['done: discarded, draft → undefined']);
  });
});

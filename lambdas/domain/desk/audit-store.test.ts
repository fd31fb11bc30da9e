import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { type AuditStore, auditStore } from './audit-store.ts';

const { client, names } = testSiteTables('Audit');
let audit: AuditStore;

beforeEach(() => {
  audit = auditStore(client, names.Audit);
});

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId: 'a-1',
  at: '2026-11-25T10:00:00.000Z',
  actorId: 'admin-1',
  action: 'note',
  outcome: 'done',
  personId: 'user-1',
  reason: 'A note.',
  requestId: 'r-1',
  ...change,
});

describe('auditStore', () => {
  it('keeps the first of two entries with the same id and outcome', async () => {
    expect(await audit.add(entry())).toBe(true);
    expect(await audit.add(entry({ reason: 'Another text.' }))).toBe(false);
    expect(await audit.find({ by: 'person', value: 'user-1' })).toEqual([entry()]);
  });

  it('returns the first entry to a repeated request, and refuses the id of another action', async () => {
    const first = entry({ auditId: 'n-1', personId: 'user-3' });
    expect(await audit.begin(first)).toBeUndefined();
    expect(await audit.begin({ ...first, reason: 'Another text.', requestId: 'r-2' })).toEqual(first);
    await expect(audit.begin({ ...first, personId: 'user-4' })).rejects.toMatchObject({ code: 'aborted' });
    expect(await audit.find({ by: 'person', value: 'user-3' })).toEqual([first]);
  });

  it('reports whether an action has succeeded', async () => {
    await audit.begin(entry({ auditId: 'd-1', outcome: 'requested' }));
    expect(await audit.isDone('d-1')).toBe(false);
    await audit.add(entry({ auditId: 'd-1' }));
    expect(await audit.isDone('d-1')).toBe(true);
  });

  it('finds entries by person, admin and day, oldest first', async () => {
    const later = entry({ auditId: 'b-2', at: '2026-11-26T09:00:00.000Z', personId: 'user-2' });
    const earlier = entry({
      auditId: 'b-1',
      at: '2026-11-26T08:00:00.000Z',
      actorId: 'admin-2',
      personId: 'user-2',
    });
    await audit.add(later);
    await audit.add(earlier);
    expect(await audit.find({ by: 'person', value: 'user-2' })).toEqual([earlier, later]);
    expect(await audit.find({ by: 'day', value: '2026-11-26' })).toEqual([earlier, later]);
    expect(await audit.find({ by: 'actor', value: 'admin-2' })).toEqual([earlier]);
  });

  it('pages through the entries of a kind and a time, latest first', async () => {
    const at = (day: number) => `2027-01-0${day}T08:00:00.000Z`;
    const entries = [1, 2, 3, 4].map((day) => entry({ auditId: `c-${day}`, at: at(day), action: 'settle' }));
    for (const each of entries) await audit.add(each);
    const filter = { by: 'action', value: 'settle', from: '2027-01-02', to: '2027-01-04' } as const;
    const first = await audit.page(filter, undefined, 2);
    expect(first.entries.map(({ auditId }) => auditId)).toEqual(['c-4', 'c-3']);
    const second = await audit.page(filter, first.next, 2);
    expect(second.entries.map(({ auditId }) => auditId)).toEqual(['c-2']);
    expect(second.next).toBeUndefined();
  });

  it('pages through all entries of a kind without a time', async () => {
    const times = ['2025-01-01T00:00:00.000Z', '2099-12-31T23:59:59.999Z'];
    for (const at of times) await audit.add(entry({ auditId: at, at, action: 'gift' }));
    const { entries } = await audit.page({ by: 'action', value: 'gift' }, undefined, 9);
    expect(entries.map(({ at }) => at)).toEqual(times.toReversed());
  });

  it('lets DynamoDB remove entries after three years', async () => {
    await audit.add(entry({ auditId: 'e-1' }));
    const Key = { auditId: 'e-1', outcome: 'done' };
    const { Item: item } = await client.send(new GetCommand({ TableName: names.Audit, Key }));
    expect(new Date(item?.expiration * 1000).toISOString()).toBe('2029-11-27T10:00:00.000Z');
  });

  it.each<[string, (store: AuditStore) => Promise<unknown>]>([
    ['the entry of a repeated request', (store) => store.requireSame(entry())],
    ['whether an action has succeeded', (store) => store.isDone('a-1')],
  ])('reads %s consistently, because the first request may have ended just now', async (_, read) => {
    const send = vi.fn(async (_: GetCommand) => ({ Item: entry() }));
    await read(auditStore({ send } as unknown as DynamoDBDocumentClient, names.Audit));
    expect(send.mock.lastCall?.[0].input).toMatchObject({
      Key: { auditId: 'a-1', outcome: 'done' },
      ConsistentRead: true,
    });
  });
});

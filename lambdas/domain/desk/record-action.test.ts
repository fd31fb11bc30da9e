import { describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { recordAction } from './record-action.ts';

const action = {
  actionId: 'action-1',
  actorId: 'admin-1',
  action: 'settle',
  personId: 'user-1',
  orderId: 'cs_1',
  reason: 'Paid and got nothing.',
  requestId: 'request-1',
  before: 'created',
} as const;
const now = () => new Date('2026-11-25T10:00:00Z');

function open(earlier: AuditEntry[] = []) {
  const entries = [...earlier];
  const add = vi.fn(async (entry: AuditEntry) => {
    entries.push(entry);
    return true;
  });
  const find = (outcome: AuditEntry['outcome']) => entries.find((entry) => entry.outcome === outcome);
  const begin = async (entry: AuditEntry) => {
    const first = find('requested');
    if (!first) await add(entry);
    return first;
  };
  const isDone = async () => find('done') !== undefined;
  return {
    entries,
    add,
    record: (act: Parameters<typeof recordAction>[2]) =>
      recordAction({ audit: { add, begin, isDone }, now }, action, act),
  };
}

describe('recordAction', () => {
  it('writes an entry before the action and one after it', async () => {
    const { entries, record } = open();
    await record(async ({ isRepeated }) => {
      expect(isRepeated).toBe(false);
      expect(entries.map(({ outcome }) => outcome)).toEqual(['requested']);
      return 'paid';
    });
    expect(entries).toEqual([
      expect.objectContaining({ auditId: 'action-1', outcome: 'requested', before: 'created' }),
      expect.objectContaining({ outcome: 'done', before: 'created', after: 'paid', reason: action.reason }),
    ]);
  });

  it('does nothing when the entry before it cannot be written', async () => {
    const { add, record } = open();
    add.mockRejectedValueOnce(new Error('The table is unavailable.'));
    const act = vi.fn(async () => 'paid');
    await expect(record(act)).rejects.toThrow('The table is unavailable.');
    expect(act).not.toHaveBeenCalled();
  });

  it('records that the action failed, and rethrows the error', async () => {
    const { entries, record } = open();
    await expect(
      record(async () => {
        throw new Error('Stripe is unavailable.');
      }),
    ).rejects.toThrow('Stripe is unavailable.');
    expect(entries.map(({ outcome }) => outcome)).toEqual(['requested', 'failed']);
  });

  it('does nothing when the request is repeated after a success, because others may have acted since', async () => {
    const first = open();
    await first.record(async () => 'paid');
    const repeated = open(first.entries);
    const act = vi.fn(async () => 'refunded');
    await repeated.record(act);
    expect(act).not.toHaveBeenCalled();
    expect(repeated.entries).toEqual(first.entries);
  });

  it('acts again when the request is repeated after a failure', async () => {
    const first = open();
    await expect(first.record(() => Promise.reject(new Error('Stripe is unavailable.')))).rejects.toThrow();
    const repeated = open(first.entries);
    const act = vi.fn(async () => 'paid');
    await repeated.record(act);
    expect(act).toHaveBeenCalledExactlyOnceWith({ isRepeated: true });
    expect(repeated.entries.map(({ outcome }) => outcome)).toEqual(['requested', 'failed', 'done']);
  });
});

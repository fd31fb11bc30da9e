import { randomUUID } from 'node:crypto';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { CodeBatch } from '../../../contract/records/code-batch.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { backOff } from '../../platform/back-off.ts';
import { writeTogether } from '../../platform/conditional-write.ts';
import { testTables } from '../../platform/test-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { type CodeStore, codeStore } from './code-store.ts';

vi.mock('../../platform/back-off.ts', () => ({ backOff: vi.fn(async () => {}) }));

const codesTable = stackTable('Codes');
/** Another table of codes, with no batches of other tests. */
const listedTable = { ...codesTable, name: 'listed-codes' };
const auditTable = stackTable('Audit');
const client = testTables(codesTable, listedTable, auditTable);
const audit = auditStore(client, auditTable.name);

const at = '2026-11-20T12:00:00.000Z';
let codes: CodeStore;
let batchId: string;

const batch = (change: Partial<CodeBatch> = {}): CodeBatch => ({
  batchId,
  kind: 'gift',
  note: 'For the book club.',
  count: 2,
  redeemedCount: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
  status: 'incomplete',
  ...change,
});
const entry = (auditId: string = randomUUID()): AuditEntry => ({
  auditId,
  at,
  actorId: 'admin-1',
  action: 'revokeCodes',
  outcome: 'done',
  requestId: 'request-1',
});
const create = (change: Partial<CodeBatch> = {}) => codes.create(batch(change), audit.part(entry()));
const redeem = (hash: string, orderId: string) =>
  writeTogether(client, codes.redemption(batchId, hash, { redeemedAt: at, orderId }));
const hashes = (count: number) => Array.from({ length: count }, (_, index) => `${batchId}-${index}`);

beforeEach(() => {
  codes = codeStore(client, codesTable.name);
  batchId = randomUUID();
  vi.mocked(backOff).mockClear();
});

describe('a batch', () => {
  it('is read as it was created', async () => {
    expect(await create({ lastDay: '2026-12-31' })).toBe(true);
    expect(await codes.findBatch(batchId)).toEqual(batch({ lastDay: '2026-12-31' }));
    expect(await codes.findBatch(randomUUID())).toBeUndefined();
  });

  it('is never overwritten', async () => {
    await create();
    expect(await create({ note: 'Another note.' })).toBe(false);
    expect(await codes.findBatch(batchId)).toEqual(batch());
  });

  it.each(['valid', 'revoked'] as const)('is not activated when it is %s', async (status) => {
    await create({ status });
    const activation = entry();
    expect(await codes.activate(batchId, audit.part(activation))).toBe(false);
    expect(await codes.findBatch(batchId)).toEqual(batch({ status }));
    expect(await audit.isDone(activation.auditId)).toBe(false);
  });

  it('is activated together with the audit entry, or not at all', async () => {
    await create();
    const activation = audit.part(entry());
    await writeTogether(client, [activation]);
    expect(await codes.activate(batchId, activation)).toBe(false);
    expect(await codes.findBatch(batchId)).toEqual(batch());
    expect(await codes.activate(batchId, audit.part(entry()))).toBe(true);
    expect(await codes.findBatch(batchId)).toEqual(batch({ status: 'valid' }));
  });

  it.each(['incomplete', 'valid'] as const)('is revoked once when it is %s', async (status) => {
    await create({ status });
    const first = entry();
    expect(await codes.revoke(batchId, audit.part(first))).toBe('written');
    expect(await codes.findBatch(batchId)).toEqual(batch({ status: 'revoked' }));
    expect(await codes.revoke(batchId, audit.part(first))).toBe('repeated');
    const other = entry();
    expect(await codes.revoke(batchId, audit.part(other))).toBe('outdated');
    expect(await audit.isDone(other.auditId)).toBe(false);
  });
});

describe('codes', () => {
  it('are all stored, although DynamoDB writes 25 at once', async () => {
    await codes.addCodes(batchId, hashes(130));
    const found = await Promise.all(hashes(130).map((hash) => codes.findCode(hash)));
    expect(found.filter((code) => code?.batchId === batchId)).toHaveLength(130);
    expect(await codes.findCode(`${batchId}-130`)).toBeUndefined();
    expect(backOff).not.toHaveBeenCalled();
  });

  it('are written again when DynamoDB did not process them, after increasing pauses', async () => {
    const busy = {
      async send(command: BatchWriteCommand) {
        const [[table, puts = []] = ['']] = Object.entries(command.input.RequestItems ?? {});
        await client.send(new BatchWriteCommand({ RequestItems: { [table]: puts.slice(0, 2) } }));
        return puts.length > 2 ? { UnprocessedItems: { [table]: puts.slice(2) } } : {};
      },
    };
    await codeStore(busy as DynamoDBDocumentClient, codesTable.name).addCodes(batchId, hashes(6));
    for (const hash of hashes(6)) expect(await codes.findCode(hash)).toMatchObject({ batchId });
    expect(vi.mocked(backOff).mock.calls).toEqual([[2], [3]]);
  });
});

describe('a redemption', () => {
  it('does not create a code', async () => {
    await create({ status: 'valid' });
    expect(await redeem(`${batchId}-0`, 'gift_1')).toBe(false);
    expect(await codes.findCode(`${batchId}-0`)).toBeUndefined();
    expect(await codes.findBatch(batchId)).toMatchObject({ redeemedCount: 0 });
  });

  it.each(['incomplete', 'revoked'] as const)('changes nothing when the batch is %s', async (status) => {
    await create({ status });
    await codes.addCodes(batchId, hashes(1));
    expect(await redeem(`${batchId}-0`, 'gift_1')).toBe(false);
    expect(await codes.findCode(`${batchId}-0`)).not.toHaveProperty('orderId');
    expect(await codes.findBatch(batchId)).toEqual(batch({ status }));
  });
});

describe('lists', () => {
  it('have pages of batches without their codes, latest first', async () => {
    const listed = codeStore(client, listedTable.name);
    const days = ['2026-11-02', '2026-11-04', '2026-11-03'];
    for (const day of days)
      await listed.create(batch({ batchId: day, createdAt: `${day}T10:00:00.000Z` }), audit.part(entry()));
    await listed.addCodes('2026-11-03', hashes(3));
    const first = await listed.batches(undefined, 2);
    expect(first.batches).toEqual([
      batch({ batchId: '2026-11-04', createdAt: '2026-11-04T10:00:00.000Z' }),
      batch({ batchId: '2026-11-03', createdAt: '2026-11-03T10:00:00.000Z' }),
    ]);
    const second = await listed.batches(first.next, 2);
    expect(second).toEqual({
      batches: [batch({ batchId: '2026-11-02', createdAt: '2026-11-02T10:00:00.000Z' })],
    });
  });

  it('have the redemptions of all pages of codes, and of no other batch', async () => {
    await create({ status: 'valid', count: 600 });
    await codes.addCodes(batchId, hashes(600));
    const sorted = hashes(600).sort();
    const redeemed = [sorted.at(0), sorted.at(300), sorted.at(-1)] as string[];
    for (const [index, hash] of redeemed.entries()) await redeem(hash, `gift_${index}`);
    const found = await codes.redemptionsOf(batchId);
    expect(found.sort((one, other) => one.orderId.localeCompare(other.orderId))).toEqual([
      { orderId: 'gift_0', redeemedAt: at },
      { orderId: 'gift_1', redeemedAt: at },
      { orderId: 'gift_2', redeemedAt: at },
    ]);
    expect(await codes.redemptionsOf(randomUUID())).toEqual([]);
  });
});

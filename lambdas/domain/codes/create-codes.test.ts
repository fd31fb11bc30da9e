import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCode } from '../../../contract/rules/license-codes.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { codeStore, hashCode } from './code-store.ts';
import { createCodes } from './create-codes.ts';

const { client, names } = testSiteTables('Codes', 'Audit');
const codes = codeStore(client, names.Codes);
const audit = auditStore(client, names.Audit);
const now = () => new Date('2026-11-25T23:30:00.000Z');

let batchId: string;
let actorId: string;
type Request = Partial<Parameters<typeof createCodes>[2]>;

/** @param writes replaces some writes, to interrupt the run or to act while it runs */
const create = (request: Request = {}, writes: Partial<typeof codes> = {}) =>
  createCodes(
    { codes: { ...codes, ...writes }, audit, now },
    { actionId: batchId, actorId, action: 'createCodes', reason: 'A gift.', requestId: 'request-1' },
    { kind: 'gift', note: 'For the book club.', count: 2, ...request },
  );

const outcomes = async () =>
  (await audit.find({ by: 'actor', value: actorId })).map(({ outcome, after }) => [outcome, after]);
const storedHashes = async () => {
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: names.Codes }));
  return items.filter(({ group }) => group === batchId).map(({ sortKey }) => sortKey as string);
};
const lost = async () => {
  throw new Error('out of time');
};

beforeEach(() => {
  [batchId, actorId] = [randomUUID(), randomUUID()];
});

describe('createCodes', () => {
  it('returns different codes that work', async () => {
    const made = await create({ count: 30 });
    expect(new Set(made)).toHaveProperty('size', 30);
    for (const code of made) {
      expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
      expect(await codes.findCode(hashCode(readCode(code) ?? ''))).toMatchObject({ batchId });
    }
    expect(await codes.findBatch(batchId)).toEqual({
      batchId,
      kind: 'gift',
      note: 'For the book club.',
      count: 30,
      redeemedCount: 0,
      createdAt: '2026-11-25T23:30:00.000Z',
      status: 'valid',
    });
  });

  it('stores no code in a readable form', async () => {
    const made = await create();
    const { Items: items = [] } = await client.send(new ScanCommand({ TableName: names.Codes }));
    const stored = JSON.stringify(items);
    for (const code of made) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });

  it.each([
    [1, '1 code'],
    [2, '2 codes'],
  ])('tells the audit how many codes it made: %i', async (count, after) => {
    await create({ count });
    const entries = await audit.find({ by: 'actor', value: actorId });
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual(expect.objectContaining({ outcome: 'requested', batchId }));
    expect(entries).toContainEqual(expect.objectContaining({ outcome: 'done', batchId, after }));
  });

  it('makes codes that expire on the same day, in UTC', async () => {
    await create({ lastDay: '2026-11-25' });
    expect(await codes.findBatch(batchId)).toMatchObject({ lastDay: '2026-11-25', status: 'valid' });
  });

  it('refuses a last day in the past, and makes nothing', async () => {
    await expect(create({ lastDay: '2026-11-24' })).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(await codes.findBatch(batchId)).toBeUndefined();
    expect(await outcomes()).toEqual([]);
  });

  it('refuses a repeated request, and keeps the codes of the first one', async () => {
    const made = await create();
    await expect(create()).rejects.toMatchObject({ code: 'aborted' });
    expect((await storedHashes()).sort()).toEqual(
      made.map((code) => hashCode(code.replaceAll('-', ''))).sort(),
    );
  });

  it('makes the codes once when the same request arrives twice at once', async () => {
    const made = await Promise.allSettled([create(), create()]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await storedHashes()).toHaveLength(2);
  });

  it.each<[string, Partial<typeof codes>]>([
    ['the batch was stored', { create: async (...given) => (await codes.create(...given)) && lost() }],
    [
      'half of the codes were stored',
      { addCodes: (id, made) => codes.addCodes(id, made.slice(1)).then(lost) },
    ],
    ['all codes were stored', { addCodes: (...given) => codes.addCodes(...given).then(lost) }],
  ])('leaves codes that do not work when it is interrupted after %s', async (_, writes) => {
    await expect(create({}, writes)).rejects.toThrow('out of time');
    expect(await codes.findBatch(batchId)).toMatchObject({ status: 'incomplete' });
    expect(await outcomes()).toEqual([['requested', undefined]]);
    await expect(create()).rejects.toMatchObject({ code: 'aborted' });
    expect(await codes.findBatch(batchId)).toMatchObject({ status: 'incomplete' });
  });

  it('returns no codes when the batch is revoked while it is made', async () => {
    const revocation = audit.part({
      auditId: randomUUID(),
      at: now().toISOString(),
      actorId: 'admin-2',
      action: 'revokeCodes',
      outcome: 'done',
      requestId: 'request-2',
    });
    const creation = create(
      {},
      {
        async addCodes(...given) {
          await codes.addCodes(...given);
          await codes.revoke(batchId, revocation);
        },
      },
    );
    await expect(creation).rejects.toMatchObject({ code: 'aborted' });
    expect(await codes.findBatch(batchId)).toMatchObject({ status: 'revoked' });
    expect(await outcomes()).toEqual([['requested', undefined]]);
  });
});

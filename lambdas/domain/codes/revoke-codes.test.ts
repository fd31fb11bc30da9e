import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CodeBatch } from '../../../contract/records/code-batch.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { entryOf } from '../desk/record-action.ts';
import { codeStore } from './code-store.ts';
import { revokeCodes } from './revoke-codes.ts';

const { client, names } = testSiteTables('Codes', 'Audit');
const codes = codeStore(client, names.Codes);
const audit = auditStore(client, names.Audit);
const now = () => new Date('2026-11-25T10:00:00.000Z');

let batchId: string;
let actorId: string;

const action = (actionId: string) =>
  ({ actionId, actorId, action: 'revokeCodes', reason: 'Leaked.', requestId: 'request-1' }) as const;
const revoke = (actionId: string = randomUUID(), id = batchId) =>
  revokeCodes({ codes, audit, now }, action(actionId), id);
const entries = () => audit.find({ by: 'actor', value: actorId });
const statusOf = async (id: string) => (await codes.findBatch(id))?.status;

async function addBatch(status: CodeBatch['status']): Promise<string> {
  const id = randomUUID();
  const creation = { ...action(id), actorId: 'admin-2', action: 'createCodes' } as const;
  await codes.create(
    {
      batchId: id,
      kind: 'gift',
      note: 'A note.',
      count: 1,
      redeemedCount: 0,
      createdAt: now().toISOString(),
      status,
    },
    audit.part(entryOf(creation, now(), 'requested')),
  );
  return id;
}

beforeEach(async () => {
  actorId = randomUUID();
  batchId = await addBatch('valid');
});

describe('revokeCodes', () => {
  it.each(['valid', 'incomplete'] as const)(
    'ends the codes of a batch that is %s, with an audit entry',
    async (before) => {
      batchId = await addBatch(before);
      const actionId = randomUUID();
      await revoke(actionId);
      expect(await statusOf(batchId)).toBe('revoked');
      expect(await entries()).toEqual([
        {
          auditId: actionId,
          at: '2026-11-25T10:00:00.000Z',
          actorId,
          action: 'revokeCodes',
          outcome: 'done',
          batchId,
          reason: 'Leaked.',
          requestId: 'request-1',
          before,
          after: 'revoked',
        },
      ]);
    },
  );

  it('refuses a batch that does not exist', async () => {
    await expect(revoke(randomUUID(), randomUUID())).rejects.toMatchObject({ code: 'not-found' });
    expect(await entries()).toEqual([]);
  });

  it('accepts a repeated request, and changes nothing', async () => {
    const actionId = randomUUID();
    await revoke(actionId);
    const first = await entries();
    await revoke(actionId);
    expect(await entries()).toEqual(first);
  });

  it('refuses another action after the first, and adds no entry', async () => {
    await revoke();
    await expect(revoke()).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('already revoked'),
    });
    expect(await entries()).toHaveLength(1);
  });

  it('refuses the id of an action on another batch, and revokes nothing', async () => {
    const actionId = randomUUID();
    await revoke(actionId);
    const other = await addBatch('valid');
    await expect(revoke(actionId, other)).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('another action'),
    });
    expect(await statusOf(other)).toBe('valid');
  });

  it('lets one of two actions at the same time revoke the batch', async () => {
    const outcomes = await Promise.allSettled([revoke(), revoke()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await entries()).toHaveLength(1);
  });
});

import { beforeEach, expect, it, vi } from 'vitest';
import { connectToTable } from '../stage/connect-to-tables.ts';
import { recordIfPossible } from './record-command.ts';

vi.mock('../stage/connect-to-tables.ts');
const audit = { begin: vi.fn(), add: vi.fn(), isDone: vi.fn() };
vi.mock('../../../lambdas/domain/desk/audit-store.ts', () => ({ auditStore: () => audit }));
const act = vi.fn(async (): Promise<string | undefined> => 'ended');
const record = () => recordIfPossible('dev', { action: 'updateIncident' }, act);

beforeEach(() => {
  for (const mock of [audit.begin, audit.add, audit.isDone]) mock.mockReset();
  vi.mocked(connectToTable)
    .mockReset()
    .mockResolvedValue({} as never);
  act.mockReset().mockResolvedValue('ended');
});

it('acts between two entries', async () => {
  await record();
  expect(act).toHaveBeenCalledOnce();
  expect(audit.begin).toHaveBeenCalledWith(
    expect.objectContaining({ outcome: 'requested', actorId: 'command' }),
  );
  expect(audit.add).toHaveBeenCalledWith(expect.objectContaining({ outcome: 'done', after: 'ended' }));
});

it.each([
  ['the stage', () => vi.mocked(connectToTable).mockRejectedValue(new Error('away'))],
  ['the first entry', () => audit.begin.mockRejectedValue(new Error('away'))],
  ['the last entry', () => audit.add.mockRejectedValue(new Error('away'))],
])('acts once with a warning when %s cannot be reached', async (_, fail) => {
  fail();
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {});
  await record();
  expect(act).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('away'));
  warn.mockClear();
});

it('fails when the action does, without a second attempt', async () => {
  act.mockRejectedValue(new Error('changed several times'));
  await expect(record()).rejects.toThrow('changed several times');
  expect(act).toHaveBeenCalledOnce();
});

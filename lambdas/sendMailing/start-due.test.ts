import { beforeEach, expect, it, vi } from 'vitest';
import type { StoredMailing } from '../domain/mailings/stored-mailing.ts';
import { AppError } from '../platform/app-error.ts';
import { deliver } from '../platform/test-event.ts';
import { startDue } from './start-due.ts';

const { requireSendable, scheduleOfferMailing, startMailing } = vi.hoisted(() => ({
  scheduleOfferMailing: vi.fn<() => Promise<void>>(),
  requireSendable: vi.fn<() => Promise<number>>(),
  startMailing: vi.fn<() => Promise<void>>(),
}));
vi.mock('../domain/mailings/draft-mailings.ts', () => ({ scheduleOfferMailing }));
vi.mock('../domain/mailings/require-sendable.ts', () => ({ requireSendable }));
vi.mock('../domain/mailings/start-due-mailings.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  startMailing,
}));

const mailing = {
  slug: 'winter',
  subject: 'Winter',
  status: 'scheduled',
  updatedAt: '2026-12-01T08:00:00.000Z',
  schedule: { at: '2026-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin', by: 'ana' },
} as StoredMailing;
const mailings = {
  all: async () => [mailing],
  find: async () => mailing,
  putBack: vi.fn(async () => true),
  startScheduled: vi.fn(async () => true),
};
const sendToTeam = vi.fn();
const dependencies = {
  bus: 'the bus',
  mailings,
  sendToTeam,
  teamAddress: 'team@site.test',
  now: () => new Date('2026-12-01T08:31:00Z'),
};
const handler = startDue(dependencies as never);

beforeEach(() => vi.clearAllMocks());

it('starts a scheduled mailing that passes the checks', async () => {
  requireSendable.mockResolvedValue(467);
  await deliver(handler, {});
  expect(startMailing).toHaveBeenCalledExactlyOnceWith('the bus', 'winter');
  expect(sendToTeam).not.toHaveBeenCalled();
});

it('schedules the mailing about the end of the free offer first', async () => {
  await deliver(handler, {});
  expect(scheduleOfferMailing).toHaveBeenCalledExactlyOnceWith(mailings, dependencies.now());
});

it('sends the team one email about each version that cannot be sent', async () => {
  dependencies.now = () => new Date('2026-12-01T08:51:00Z');
  requireSendable.mockRejectedValue(new AppError('aborted', '1.4.0 was withdrawn.'));
  await deliver(handler, {});
  expect(sendToTeam).toHaveBeenCalledOnce();
  expect(sendToTeam.mock.lastCall?.[0]).toMatchObject({
    idempotencyKey: 'mailingNotStarted#winter#2026-12-01T08:00:00.000Z',
    to: 'team@site.test',
    mail: { subject: 'Not sent: Winter', text: expect.stringContaining('1.4.0 was withdrawn.') },
    logUnder: 'nobody',
  });
  expect(mailings.putBack.mock.lastCall).toMatchObject([mailing, '1.4.0 was withdrawn.', expect.any(Date)]);
});

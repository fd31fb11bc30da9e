import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventBus } from './event-bus.ts';
import { putEvents } from './put-events.ts';

const put = vi.fn<EventBus['put']>();
const bus = { put } as Partial<EventBus> as EventBus;
const valid = { EventBusName: 'site', Source: 'lorewright', DetailType: 'OrderPaid', Detail: '{"id":"1"}' };

beforeEach(() => {
  put.mockReset().mockImplementation(async (_, __, type) => `id of ${type}`);
});

describe('putEvents', () => {
  it('puts the entries in their order', async () => {
    const { EventBusName: _, ...onDefaultBus } = { ...valid, DetailType: 'Other' };
    expect(await putEvents(bus, { Entries: [valid, onDefaultBus] })).toEqual({
      status: 200,
      body: {
        FailedEntryCount: 0,
        Entries: [{ EventId: 'id of OrderPaid' }, { EventId: 'id of Other' }],
      },
    });
    expect(put.mock.calls).toEqual([
      ['site', 'lorewright', 'OrderPaid', { id: '1' }],
      ['default', 'lorewright', 'Other', { id: '1' }],
    ]);
  });

  it.each(
    ['Source', 'DetailType', 'Detail'].flatMap((field) => [
      [field, ''],
      [field, undefined],
    ]),
  )('refuses an entry with the %s %j, but not the others', async (field, value) => {
    const { body } = await putEvents(bus, { Entries: [{ ...valid, [String(field)]: value }, valid] });
    expect(body).toEqual({
      FailedEntryCount: 1,
      Entries: [
        {
          ErrorCode: 'InvalidArgument',
          ErrorMessage: `Parameter ${field} is not valid. Reason: ${field} is a required argument.`,
        },
        { EventId: 'id of OrderPaid' },
      ],
    });
    expect(put).toHaveBeenCalledOnce();
  });

  it.each(['not JSON', '"text"', '[{}]', '1', 'null'])('refuses the detail %s', async (Detail) => {
    const { body } = await putEvents(bus, { Entries: [{ ...valid, Detail }] });
    expect(body).toMatchObject({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'MalformedDetail' }] });
    expect(put).not.toHaveBeenCalled();
  });

  it.each([0, 11])('refuses %d entries', async (length) => {
    expect(await putEvents(bus, { Entries: Array.from({ length }, () => valid) })).toMatchObject({
      status: 400,
      body: { __type: 'ValidationException' },
    });
    expect(put).not.toHaveBeenCalled();
  });

  it('accepts ten entries', async () => {
    const { status } = await putEvents(bus, { Entries: Array.from({ length: 10 }, () => valid) });
    expect(status).toBe(200);
    expect(put).toHaveBeenCalledTimes(10);
  });
});

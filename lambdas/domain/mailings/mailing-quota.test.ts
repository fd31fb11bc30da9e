import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { batchSizeOf, readQuota } from './mailing-quota.ts';

const client = new SESv2Client({});
const ses = mockClient(client);
const read = (Max24HourSend: number, SentLast24Hours = 0) => {
  ses.on(GetAccountCommand).resolves({ SendQuota: { MaxSendRate: 50, Max24HourSend, SentLast24Hours } });
  return readQuota(client);
};

describe('the quota of mailings', () => {
  it('leaves a fifth of the rate and of the daily quota for other emails', async () => {
    expect(await read(1000, 300)).toEqual({ perSecond: 40, left: 500 });
  });

  it('is unlimited per day if that of SES is', async () => {
    expect((await read(-1, 300)).left).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    [0.8, 1],
    [11.2, 11],
    [400, 50],
  ])('sends batches of what SES takes in a second and in a call: %d per second', (perSecond, size) => {
    expect(batchSizeOf({ perSecond, left: 1 })).toBe(size);
  });
});

import { GetAccountCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { maxBatch, shareOfQuota } from '../../../contract/rules/mailing-rules.ts';

/** The number and rate of emails that mailings may send now. */
export interface SendingQuota {
  perSecond: number;
  /** Until the emails of the last 24 hours become fewer. */
  left: number;
}

/** Reads what SES allows the account, and leaves a part of it for other emails. */
export async function readQuota(client: SESv2Client): Promise<SendingQuota> {
  const { SendQuota: quota } = await client.send(new GetAccountCommand({}));
  const { MaxSendRate = 1, Max24HourSend = 200, SentLast24Hours = 0 } = quota ?? {};
  return {
    perSecond: MaxSendRate * shareOfQuota,
    // -1 is an unlimited quota: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendQuota.html
    left:
      Max24HourSend < 0
        ? Number.POSITIVE_INFINITY
        : Math.floor(Max24HourSend * shareOfQuota) - SentLast24Hours,
  };
}

/** The size of a batch: what SES takes in one call, and no more than it takes in a second. */
export const batchSizeOf = ({ perSecond }: SendingQuota): number =>
  Math.max(1, Math.min(maxBatch, Math.floor(perSecond)));

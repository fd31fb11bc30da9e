import { GetAccountCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { maxBatch, shareOfQuota } from '../../../contract/rules/mailing-rules.ts';

/** The number and rate of emails that mailings may send now. */
export interface SendingQuota {
  perSecond: number;
  /** The emails that mailings may still send within the quota of 24 hours. */
  left: number;
}

/** Reads the account's quota from SES, and reserves a part for other emails. */
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

/** The size of a batch: at most one SES call, and at most one second of the rate. */
export const batchSizeOf = ({ perSecond }: SendingQuota): number =>
  Math.max(1, Math.min(maxBatch, Math.floor(perSecond)));

/** How much the account may send. */
export interface MailQuota {
  mailsPerDay: number;
  mailsPerSecond: number;
}

const defaultQuota: MailQuota = { mailsPerDay: 50_000, mailsPerSecond: 200 };
const secondMilliseconds = 1000;
const dayMilliseconds = 24 * 60 * 60 * secondMilliseconds;

/**
 * Counts the accepted mails of the last 24 hours. Accepted mails that SES does not deliver count too.
 * @param acceptedAt when earlier mails were accepted, in milliseconds since 1970
 */
export function openSendingQuota(quota: Partial<MailQuota>, acceptedAt: number[]) {
  const { mailsPerDay, mailsPerSecond } = { ...defaultQuota, ...quota };
  const times = acceptedAt.toSorted((one, other) => one - other);
  const countOfLast = (milliseconds: number) => {
    const start = Date.now() - milliseconds;
    return times.length - 1 - times.findLastIndex((time) => time <= start);
  };

  return {
    count(): void {
      times.push(Date.now());
    },

    /** In the form of SES. */
    describe: () => ({
      Max24HourSend: mailsPerDay,
      MaxSendRate: mailsPerSecond,
      SentLast24Hours: countOfLast(dayMilliseconds),
    }),
  };
}

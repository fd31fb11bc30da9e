/** The limits of the account. */
export interface MailQuota {
  mailsPerDay: number;
  mailsPerSecond: number;
}

export interface MailUsage extends MailQuota {
  mailsOfLastDay: number;
}

const defaultQuota: MailQuota = { mailsPerDay: 50_000, mailsPerSecond: 200 };
const secondMilliseconds = 1000;
const dayMilliseconds = 24 * 60 * 60 * secondMilliseconds;

/**
 * Counts the accepted emails of the last 24 hours. Accepted emails that SES does not deliver count too.
 * @param acceptedAt the times of earlier accepted emails, in milliseconds since 1970
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

    /** Returns why SES accepts no other mail of a bulk call at this time; undefined if it does. */
    findRefusal() {
      if (countOfLast(dayMilliseconds) >= mailsPerDay)
        return { status: 'ACCOUNT_DAILY_QUOTA_EXCEEDED', error: 'Daily message quota exceeded.' } as const;
      if (countOfLast(secondMilliseconds) >= mailsPerSecond)
        return { status: 'ACCOUNT_THROTTLED', error: 'Maximum sending rate exceeded.' } as const;
      return undefined;
    },

    usage: (): MailUsage => ({
      mailsPerDay,
      mailsPerSecond,
      mailsOfLastDay: countOfLast(dayMilliseconds),
    }),
  };
}

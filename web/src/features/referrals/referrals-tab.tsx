import { Link } from 'react-router-dom';
import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import type { ReferralCounts } from '../../../../contract/records/referral-counts.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { CountChart, CountCharts } from '../../components/count-chart.tsx';
import { CountTable } from '../../components/count-table.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { formatMonth } from '../../lib/format-date.ts';
import { useAnswer } from '../../lib/use-answer.ts';
import styles from './referrals-tab.module.css';

type Referrals = ResponseOf<'myReferrals'>;

/** The user's referral link and its results. */
export function ReferralsTab() {
  return (
    <WithAnswer answer={useAnswer('myReferrals')} loadingLabel="Loading your referrals…">
      {(referrals) => <OwnReferrals {...referrals} />}
    </WithAnswer>
  );
}

function OwnReferrals({ code, months }: Referrals) {
  const link = `${window.location.origin}/?ref=${code}`;
  const isEmpty = referralSeries.every(({ count }) => totalOf(months, count) === 0);

  return (
    <div className={styles.sections}>
      <Section id="referral-link" heading="Your link">
        <p>
          Do you know someone who builds worlds? Send them this link. You can also share any other page of
          this site, such as an article, with <code className={styles.ending}>{`?ref=${code}`}</code> at the
          end of its address.
        </p>
        <p className={styles.link}>
          <code>{link}</code>
          <CopyButton label="Copy your link" text={link} />
        </p>
      </Section>
      <Section id="referral-counts" heading="Visits and purchases">
        {isEmpty ? (
          <p className={styles.empty}>
            Nobody has used your link in the last twelve months. The next visit will appear here.
          </p>
        ) : (
          <>
            <ReferralChart months={months} />
            <ReferralTable months={months} />
          </>
        )}
        <div className={styles.rules}>
          <p>
            An impression is a visit through your link, counted once a day for each browser. A visitor who
            then opens an account in that browser counts as a sign-up. A visitor who gets a license within 90
            days counts as a license, while the order is valid. The latest link that a visitor follows counts
            for 90 days and replaces any earlier one.
          </p>
          <p>
            Your own purchases do not count. The counts do not show who the visitors were. There is no reward
            unless we have promised you one; see the <Link to="/terms">terms</Link>.
          </p>
        </div>
      </Section>
    </div>
  );
}

type Count = Exclude<keyof ReferralCounts, 'month'>;

/** The counts, in the order in which they happen. */
export const referralSeries = [
  { count: 'impressions', label: 'Impressions' },
  { count: 'signUps', label: 'Sign-ups' },
  { count: 'licenses', label: 'Licenses' },
] as const satisfies { count: Count; label: string }[];

function totalOf(months: ReferralCounts[], count: Count): number {
  return months.reduce((sum, month) => sum + month[count], 0);
}

/**
 * A small chart for each count, because a few licenses would vanish next to many visits. The table
 * has the same numbers.
 */
function ReferralChart({ months }: { months: ReferralCounts[] }) {
  return (
    <CountCharts>
      {referralSeries.map(({ count, label }) => (
        <CountChart
          key={count}
          label={label}
          span={`in the last ${months.length} months`}
          counts={months.map((month) => month[count])}
          first={formatMonth(months[0]?.month ?? '')}
          last={formatMonth(months.at(-1)?.month ?? '')}
        />
      ))}
    </CountCharts>
  );
}

function ReferralTable({ months }: { months: ReferralCounts[] }) {
  return (
    <CountTable
      caption="Visits and purchases through your link, by month"
      period="Month"
      periods={months.map(({ month }) => formatMonth(month))}
      series={referralSeries.map(({ count, label }) => ({
        label,
        counts: months.map((month) => month[count]),
      }))}
    />
  );
}

import { tokenMinutes } from '../../../../contract/rules/account-limits.ts';
import { Section } from '../../components/section.tsx';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './settings-tab.module.css';
import { SignOut } from './sign-out.tsx';

/** How people sign in, besides the password, and how they sign out of all devices. */
export function SecurityTab({ record }: { record: UserRecord }) {
  const hasPasskeys = usePasskeys();

  return (
    <div className={styles.sections}>
      {hasPasskeys && (
        <Section id="passkeys" heading="Passkeys">
          <Passkeys names={record.value?.passkeyNames ?? []} take={record.take} />
        </Section>
      )}
      <SecondFactor record={record} hasPasskeys={hasPasskeys} />
      <Section id="all-devices" heading="All devices">
        <SignOut way="signOutEverywhere">
          <p>
            {`This signs out this browser at once, and every other browser and device within ${tokenMinutes} minutes. Your password, your passkeys and your license file keep working.`}
          </p>
        </SignOut>
      </Section>
    </div>
  );
}

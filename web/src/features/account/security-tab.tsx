import { tokenMinutes } from '../../../../contract/rules/account-limits.ts';
import { Section } from '../../components/section.tsx';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import { FactorCheck } from './factor-check.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './settings-tab.module.css';
import { SignOut } from './sign-out.tsx';
import { usePasskeyList } from './use-passkey-list.ts';
import { useSecondFactor } from './use-second-factor.ts';

/** The sign-in methods besides the password, and the sign-out from all devices. */
export function SecurityTab({ record }: { record: UserRecord }) {
  const canAdd = usePasskeys();
  const list = usePasskeyList({ names: record.value?.passkeyNames ?? [], take: record.take });
  const app = useSecondFactor();
  const hasPasskeys = list.passkeys.length > 0;
  const hasApp = app.isOn || app.state.name === 'first-codes';
  const hasNone = list.state.name === 'list' && !hasPasskeys && app.state.name === 'off';

  return (
    <div className={styles.sections}>
      <FactorCheck
        hasFactors={hasPasskeys || hasApp || (hasNone ? false : null)}
        factors={[hasPasskeys && 'your passkeys', hasApp && 'your authenticator app']
          .filter(Boolean)
          .join(' and ')}
      />
      {(canAdd || hasPasskeys) && (
        <Section id="passkeys" heading="Passkeys">
          <Passkeys list={list} canAdd={canAdd} />
        </Section>
      )}
      <SecondFactor steps={app} record={record} hasPasskeys={canAdd} />
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

import { Section } from '../../components/section.tsx';
import { useSession } from '../../lib/session.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordMail } from './password-mail.tsx';
import { SecondFactor } from './second-factor.tsx';
import styles from './settings-tab.module.css';
import { SignOut } from './sign-out.tsx';

/** How people sign in, and how they sign out. */
export function SecurityTab({ record }: { record: UserRecord }) {
  const session = useSession();
  const hasPasskeys = usePasskeys();

  return (
    <div className={styles.sections}>
      {hasPasskeys && (
        <Section id="passkeys" heading="Passkeys">
          <Passkeys names={record.value?.passkeyNames ?? []} take={record.take} />
        </Section>
      )}
      <Section id="password" heading="Password">
        <PasswordMail email={session?.email ?? ''} />
      </Section>
      <SecondFactor record={record} hasPasskeys={hasPasskeys} />
      <Section id="signing-out" heading="Signing out">
        <SignOut />
      </Section>
    </div>
  );
}

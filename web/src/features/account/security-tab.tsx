import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { tokenMinutes } from '../../../../contract/rules/account-limits.ts';
import { ButtonLink } from '../../components/button-link.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { Section } from '../../components/section.tsx';
import { endFactorCheck, isFactorCheckDue } from '../../lib/factor-check.ts';
import { useSession } from '../../lib/session.ts';
import { usePasskeys } from '../../lib/use-passkeys.ts';
import type { UserRecord } from '../../lib/use-user.ts';
import styles from './account.module.css';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SignOut } from './sign-out.tsx';
import { Step } from './step.tsx';
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

interface FactorCheckProps {
  /** Whether the account has a passkey or an authenticator app. Null while it loads. */
  hasFactors: boolean | null;
  /** The factors that it has, as part of a sentence. */
  factors: string;
}

/**
 * After a reset of the password and after a recovery, asks about the passkeys and the authenticator
 * app: a stranger who registered the address first, or knew the old password, may have added them.
 */
function FactorCheck({ hasFactors, factors }: FactorCheckProps) {
  const email = useSession()?.email;
  const { wantedPage } = (useLocation().state ?? {}) as { wantedPage?: unknown };
  const [state, setState] = useState(() => (isFactorCheckDue(email) ? 'asking' : 'none'));
  const end = () => {
    endFactorCheck();
    setState('answered');
  };

  useEffect(() => {
    if (state !== 'asking' || hasFactors !== false) return;
    endFactorCheck();
    setState('answered');
  }, [state, hasFactors]);

  if (state === 'none' || (state === 'asking' && !hasFactors)) return null;
  return (
    <Section id="factor-check" heading="Are these yours?">
      <Step name={state} label="Are these yours?">
        {state === 'asking' ? (
          <>
            <FormMessage tone="info">
              {`A new password does not change ${factors} below. Remove what you did not add: somebody else can use it.`}
            </FormMessage>
            <Button onClick={end}>These are mine</Button>
          </>
        ) : (
          <>
            <FormMessage tone="success">Thank you for checking.</FormMessage>
            {typeof wantedPage === 'string' && <ButtonLink to={wantedPage}>Continue</ButtonLink>}
          </>
        )}
      </Step>
    </Section>
  );
}

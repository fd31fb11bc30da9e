import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../components/button-link.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { Section } from '../../components/section.tsx';
import { endFactorCheck, isFactorCheckDue } from '../../lib/factor-check.ts';
import { useSession } from '../../lib/session.ts';
import { Step } from './step.tsx';

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
export function FactorCheck({ hasFactors, factors }: FactorCheckProps) {
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

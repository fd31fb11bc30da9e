import { useCallback, useEffect, useState } from 'react';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { reviewSecurity } from '../../lib/review-security.ts';

export interface Enrolment {
  key: string;
  uri: string;
}

type State =
  | { name: 'loading' }
  | { name: 'unknown'; failure: string }
  | { name: 'off' | 'on'; isNews?: boolean }
  | { name: 'proving'; isOn: boolean }
  | { name: 'enrolling'; enrolment: Enrolment }
  /** Called when it was just turned on. */
  | { name: 'first-codes' };

export type SecondFactorSteps = ReturnType<typeof useSecondFactor>;

/** Whether the second factor is on, and the steps that turn it on or off. */
export function useSecondFactor() {
  const [state, setState] = useState<State>({ name: 'loading' });

  const look = useCallback(async () => {
    setState({ name: 'loading' });
    try {
      const { hasSecondFactor } = await loadIdentityProvider();
      setState({ name: (await hasSecondFactor()) ? 'on' : 'off' });
    } catch (error) {
      setState({ name: 'unknown', failure: providerMessage(error) });
    }
  }, []);

  useEffect(() => {
    void look();
  }, [look]);

  async function change(isOn: boolean) {
    const { beginSecondFactor, endSecondFactor, hasSecondFactor } = await loadIdentityProvider();
    // It may have changed elsewhere since the page was opened.
    const isAlready = (await hasSecondFactor()) !== isOn;
    if (!isOn && !isAlready) return setState({ name: 'enrolling', enrolment: await beginSecondFactor() });
    if (isOn && !isAlready) {
      await endSecondFactor();
      reviewSecurity();
    }
    setState({ name: isOn ? 'off' : 'on', isNews: true });
  }

  async function confirm(code: string) {
    const { confirmSecondFactor } = await loadIdentityProvider();
    await confirmSecondFactor(code);
    setState({ name: 'first-codes' });
  }

  const isOn = state.name === 'on' || (state.name === 'proving' && state.isOn);

  return { state, setState, isOn, look, change, confirm };
}

import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { reviewSecurity } from '../../lib/review-security.ts';
import { defaultPath } from './return-path.ts';
import type { KeptMemory } from './use-auth-memory.ts';
import type { AuthPlace } from './use-auth-place.ts';

const redirectDelayMs = 500;

interface Arrival {
  to: string;
  notice?: string;
}

/** Continues after a sign-in. */
export function useArrival({ step, next, goTo }: AuthPlace, { memory, forget }: KeptMemory) {
  const navigate = useNavigate();
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useEffect(() => {
    if (!arrival) return;
    const { to, notice } = arrival;
    const timer = setTimeout(() => navigate(to, { replace: true, state: { notice } }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [arrival, navigate]);

  /** Opens the page that required the sign-in, or the page that shows the notice. */
  function arrive(notice?: string): void {
    reviewSecurity();
    forget();
    if (step === 'new-email' || next === 'new-email') goTo('new-email', { replace: true });
    else setArrival(notice ? { to: defaultPath, notice } : { to: memory.returnTo });
  }

  return { isIn: arrival !== null, arrive };
}

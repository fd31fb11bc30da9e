import { useLocation, useNavigate } from 'react-router-dom';
import { type AuthStep, addressOfStep, readStep } from './auth-step.ts';

export interface AuthMessage {
  tone: 'info' | 'success' | 'error';
  text: string;
}

interface Way {
  message?: AuthMessage;
  next?: AuthStep | undefined;
  replace?: boolean;
}

export type AuthPlace = ReturnType<typeof useAuthPlace>;

/** The current step of a sign-in, from the URL, and a function that opens another one. */
export function useAuthPlace() {
  const location = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(location.search);
  const state = location.state as { message?: AuthMessage; from?: string } | null;

  return {
    step: readStep(search),
    /** The step that the sign-in interrupts. */
    next: search.get('next') === 'new-email' ? ('new-email' as const) : undefined,
    returnTo: search.get('returnTo') ?? state?.from ?? null,
    message: state?.message ?? null,
    goTo(step: AuthStep, { message, next, replace = false }: Way = {}): void {
      navigate(addressOfStep(step, next), { replace, state: { message } });
    },
  };
}

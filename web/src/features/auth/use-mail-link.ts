import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { emptyMemory } from './auth-memory.ts';
import { addressOfStep, readStep } from './auth-step.ts';
import { type MailLink, readMailLink } from './mail-link.ts';
import type { KeptMemory } from './use-auth-memory.ts';

/** The link of an email that opened the page. */
export function useMailLink({ remember }: Pick<KeptMemory, 'remember'>) {
  const location = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<MailLink | null>(null);
  useEffect(() => {
    const opened = readMailLink(location);
    if (!opened) return;
    setLink(opened);
    // The choice of emails stays, because it names its own address.
    const { mailChoice: _, ...nothing } = emptyMemory;
    if (opened.mode !== 'email') remember({ ...nothing, email: opened.email });
    // The code is read: remove it from the address bar and the history.
    navigate(addressOfStep(readStep(new URLSearchParams({ mode: opened.mode }))), { replace: true });
  }, [location, navigate, remember]);

  return { link, forgetLink: () => setLink(null) };
}

import { useEffect } from 'react';
import { keepArrivingCode, readArrivingCode } from '../../lib/arriving-code.ts';
import type { Session } from '../../lib/session.ts';
import { answerLinkTab, askWaitingTab } from './confirmation-channel.ts';
import type { MailLink } from './mail-link.ts';
import type { KeptMemory } from './use-auth-memory.ts';
import type { AuthPlace } from './use-auth-place.ts';

interface Waiting {
  link: MailLink | null;
  session: Session | null;
  /** Whether a sign-in of this tab is running or complete. */
  isBusy: boolean;
  arrive: () => Promise<void>;
}

/**
 * Connects the tab that waits for the confirmation of an address with the tab that the link in the email opens. The second receives
 * the destination of the first, and the first continues when the second has confirmed and signed in.
 */
export function useConfirmationElsewhere(
  { step }: AuthPlace,
  { memory, latestMemory, remember }: KeptMemory,
  { link, session, isBusy, arrive }: Waiting,
) {
  const email = step === 'confirm' ? memory.email : '';
  const isByLink = link?.mode === 'verify' && link.email === email;

  useEffect(() => {
    if (!email) return;
    if (!isByLink)
      return answerLinkTab(email, () => {
        const { returnTo, mailChoice } = latestMemory.current;
        const mailGroups = mailChoice?.email === email ? mailChoice.mailGroups : [];
        return { returnTo, code: readArrivingCode(), mailGroups };
      });
    return askWaitingTab(email, ({ returnTo, code, mailGroups }) => {
      keepArrivingCode(code);
      const mailChoice = { email, mailGroups, chosenAtMs: Date.now() };
      remember({ returnTo, ...(mailGroups.length > 0 ? { mailChoice } : {}) });
    });
  }, [email, isByLink, latestMemory, remember]);

  const isConfirmed = email !== '' && session?.email.toLowerCase() === email.toLowerCase();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `arrive` changes with each render
  useEffect(() => {
    if (isConfirmed && !isBusy) void arrive();
  }, [isConfirmed, isBusy]);
}

import { useEffect } from 'react';
import type { MailGroup } from '../../../../contract/records/user.ts';
import { keepArrivingCode, readArrivingCode } from '../../lib/arriving-code.ts';
import type { Session } from '../../lib/session.ts';
import { type KeptMemory, knownMailGroups } from './auth-memory.ts';
import type { MailLink } from './mail-link.ts';
import { returnPath } from './return-path.ts';
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

/**
 * Where the person was going when the registration began, and the emails that they chose. Tabs of this browser pass it on in memory: no
 * server sees it.
 */
interface Destination {
  returnTo: string;
  /** The code of `/redeem`; empty without one. */
  code: string;
  mailGroups: MailGroup[];
}

interface Question {
  isQuestion: true;
  email: string;
}

type Answer = Destination & { isQuestion: false; email: string };

const channelName = 'confirmation';

/**
 * Answers the tab that the link of the email opens, until the returned function is called.
 * @param email of the registration that waits for its confirmation here
 */
function answerLinkTab(email: string, destination: () => Destination): () => void {
  return openChannel((message, post) => {
    if (message.isQuestion && message.email === email)
      post({ ...destination(), isQuestion: false, email } satisfies Answer);
  });
}

/** Asks the tab that waits for the confirmation of an address, until the returned function is called. */
function askWaitingTab(email: string, onAnswer: (destination: Destination) => void): () => void {
  return openChannel(
    (message) => {
      if (!message.isQuestion && message.email === email)
        onAnswer({
          returnTo: returnPath(message.returnTo),
          code: message.code,
          mailGroups: knownMailGroups(message.mailGroups),
        });
    },
    { isQuestion: true, email },
  );
}

function openChannel(
  onMessage: (message: Question | Answer, post: (answer: Answer) => void) => void,
  question?: Question,
): () => void {
  // Some embedded browsers have none. Both tabs then continue by themselves.
  if (typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => onMessage(data, (answer) => channel.postMessage(answer));
  if (question) channel.postMessage(question);
  return () => channel.close();
}

import type { MailGroup } from '../../../../contract/records/user.ts';
import { knownMailGroups } from './auth-memory.ts';
import { returnPath } from './return-path.ts';

/**
 * Where the person was going when the registration began, and the emails that they chose. Tabs of this browser pass it on in memory: no
 * server sees it.
 */
export interface Destination {
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
export function answerLinkTab(email: string, destination: () => Destination): () => void {
  return openChannel((message, post) => {
    if (message.isQuestion && message.email === email)
      post({ ...destination(), isQuestion: false, email } satisfies Answer);
  });
}

/** Asks the tab that waits for the confirmation of an address, until the returned function is called. */
export function askWaitingTab(email: string, onAnswer: (destination: Destination) => void): () => void {
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

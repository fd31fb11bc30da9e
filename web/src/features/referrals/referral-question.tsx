import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { referralDays } from '../../../../contract/rules/retention.ts';
import { Button } from '../../components/button.tsx';
import { useReferralCode } from '../../lib/remembered-referral.ts';
import styles from './referral-question.module.css';

interface ReferralQuestionProps {
  onAnswer: (isYes: boolean) => void;
}

/** Asks whether the device may keep the code of the followed link. The page stays usable. */
function ReferralQuestion({ onAnswer }: ReferralQuestionProps) {
  const question = useRef<HTMLElement>(null);
  const isForgotten = useReferralCode() === undefined;
  // The pricing page can also remove the code.
  useEffect(() => {
    if (isForgotten) onAnswer(false);
  }, [isForgotten, onAnswer]);

  function answer(isYes: boolean) {
    // The focused button is removed, and the keyboard continues in the page.
    if (question.current?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true });
    onAnswer(isYes);
  }

  return (
    <aside ref={question} className={styles.question} aria-labelledby="referral-question">
      <p id="referral-question">Remember who sent you?</p>
      <p className={styles.detail}>
        If you choose Yes, this browser keeps the code of the link for {referralDays} days, and we count the
        visit. The code credits the person who sent you. The privacy policy in the footer says more.
      </p>
      <div className={styles.answers}>
        <Button onClick={() => answer(true)}>Yes</Button>
        <Button onClick={() => answer(false)}>No</Button>
      </div>
    </aside>
  );
}

/**
 * Shows the question until the visitor answers it or removes the code. It has its own React root, so
 * that it stays while the page changes, and pages without a question do not contain its code.
 */
export function askToRemember(): Promise<boolean> {
  const place = document.createElement('div');
  // Screen readers announce the question because it appears after its status region.
  place.role = 'status';
  // First in the tab order, because the question covers the page.
  document.body.prepend(place);
  const root = createRoot(place);
  return new Promise<boolean>((onAnswer) => {
    root.render(<ReferralQuestion onAnswer={onAnswer} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}

import { createRoot } from 'react-dom/client';
import { ReferralQuestion } from './referral-question.tsx';

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

import { createRoot } from 'react-dom/client';
import { ReferralQuestion } from './referral-question.tsx';

/**
 * Shows the question until the visitor answers it or forgets the code. It has a root of its own, so
 * that pages without a question contain nothing of it, and it stays while the page changes.
 */
export function askToRemember(): Promise<boolean> {
  const place = document.createElement('div');
  // Screen readers announce the question because it appears after its status region.
  place.role = 'status';
  // The first stop of the Tab key, because the question is over the page.
  document.body.prepend(place);
  const root = createRoot(place);
  return new Promise<boolean>((onAnswer) => {
    root.render(<ReferralQuestion onAnswer={onAnswer} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}

import { LegalPage } from '../features/legal/legal-page.tsx';
import { currentTerms } from '../features/legal/terms-text.ts';

export default function TermsPage() {
  return <LegalPage text={currentTerms()} />;
}

import terms from '../../../content/legal/terms.md';
import { LegalPage } from '../features/reading/legal-page.tsx';

export default function TermsPage() {
  return <LegalPage text={terms} />;
}

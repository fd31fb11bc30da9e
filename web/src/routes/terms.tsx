import terms from '../../../content/legal/terms.md';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function TermsPage() {
  return <LegalPage text={terms} />;
}

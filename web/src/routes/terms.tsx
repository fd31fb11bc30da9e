import terms from '../../../content/legal/terms.md';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { currentLicenseTerms } from '../features/legal/license-terms-text.ts';

export default function TermsPage() {
  return <LegalPage text={{ ...terms, sections: [...terms.sections, ...currentLicenseTerms()] }} />;
}

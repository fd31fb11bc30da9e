import { useLocation } from 'react-router-dom';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { termsOfVersion } from '../features/legal/terms-text.ts';

/** One version of the terms, at `/terms/<version>`. */
export default function TermsVersionPage() {
  const [, , version = ''] = useLocation().pathname.split('/');
  return <LegalPage text={termsOfVersion(version)} />;
}

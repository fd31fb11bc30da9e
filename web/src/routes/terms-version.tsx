import { useLocation } from 'react-router-dom';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { termsOfVersion } from '../features/legal/license-terms-text.ts';

/** One version of the license terms, at `/terms/<version>`. */
export default function TermsVersionPage() {
  const [, , version = ''] = useLocation().pathname.split('/');
  return <LegalPage text={termsOfVersion(version)} />;
}

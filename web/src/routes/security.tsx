import security from '../../../content/legal/security.md';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { SecurityAdvisories } from '../features/legal/security-advisories.tsx';
import { advisories } from '../lib/advisories.ts';

export default function SecurityPage() {
  return (
    <LegalPage
      text={security}
      addition={{ under: 'advisories', content: <SecurityAdvisories advisories={advisories} /> }}
    />
  );
}

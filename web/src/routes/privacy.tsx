import privacy from '../../../content/legal/privacy.md';
import { LegalPage } from '../features/reading/legal-page.tsx';

export default function PrivacyPage() {
  return <LegalPage text={privacy} />;
}

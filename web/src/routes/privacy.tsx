import privacy from '../../../content/legal/privacy.md';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function PrivacyPage() {
  return <LegalPage text={privacy} />;
}

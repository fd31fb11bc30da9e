import accessibility from '../../../content/legal/accessibility.md';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function AccessibilityPage() {
  return <LegalPage text={accessibility} />;
}

import ifWeStop from '../../../content/legal/if-we-stop.md';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function IfWeStopPage() {
  return <LegalPage text={ifWeStop} />;
}

import privacy from '../../../content/legal/privacy.md';
import { DeviceStorageTable } from '../features/legal/device-storage-table.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function PrivacyPage() {
  return (
    <LegalPage
      text={privacy}
      addition={{ under: 'what-your-browser-stores', content: <DeviceStorageTable /> }}
    />
  );
}

import privacy from '../../../content/legal/privacy.md';
import { type DeviceEntries, deviceStorage } from '../../../contract/records/device-storage.ts';
import { breakable } from '../components/text/breakable.tsx';
import { LegalPage } from '../features/legal/legal-page.tsx';

export default function PrivacyPage() {
  return (
    <LegalPage
      text={privacy}
      addition={{ under: 'what-your-browser-stores', content: <DeviceStorageTable /> }}
    />
  );
}

/** Lists the data that the site stores in a browser. */
function DeviceStorageTable() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What, and when</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {deviceStorage.map((entries) => (
          <Row key={entries.names.join()} entries={entries} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entries: { names, areOfCognito, purpose, written, kept } }: { entries: DeviceEntries }) {
  return (
    <tr>
      <th scope="row">
        <code>{breakable(names.join(' ') + (areOfCognito ? '…' : ''), /(?<=[a-z])(?=[A-Z])/)}</code>
      </th>
      <td>{`${purpose} ${written}`}</td>
      <td>{kept}</td>
    </tr>
  );
}

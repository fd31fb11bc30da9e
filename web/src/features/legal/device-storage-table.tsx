import { type DeviceEntries, deviceStorage } from '../../../../contract/records/device-storage.ts';
import { breakable } from '../../components/text/breakable.tsx';

/** Lists the data that the site stores in a browser. */
export function DeviceStorageTable() {
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

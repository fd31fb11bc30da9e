import { expect, it } from 'vitest';
import { checksumFile } from './checksum-file.ts';
import { manifestOf } from './test-release.ts';

const checksum = 'a'.repeat(64);

it('lists the checksums, and who signed the builds', () => {
  const newer = manifestOf('1.3.0');
  newer.builds['win-x64'].installer.signature = {
    publisher: 'Example Company',
    signedAt: '2025-08-31T10:00:00.000Z',
  };
  const older = manifestOf('1.2.0', { unsigned: 'The certificate has not arrived.' });
  expect(checksumFile([newer, older])).toBe(`# Lorewright 1.3.0, 2025-09-01
${checksum}  App-1.3.0-mac-arm64.dmg
${checksum}  App-1.3.0-mac-arm64.zip
${checksum}  App-1.3.0-mac-x64.dmg
${checksum}  App-1.3.0-mac-x64.zip
# signed by Example Company at 2025-08-31T10:00:00.000Z:
${checksum}  App-1.3.0.exe

# Lorewright 1.2.0, 2025-09-01: not all builds are signed. The certificate has not arrived.
${checksum}  App-1.2.0-mac-arm64.dmg
${checksum}  App-1.2.0-mac-arm64.zip
${checksum}  App-1.2.0-mac-x64.dmg
${checksum}  App-1.2.0-mac-x64.zip
${checksum}  App-1.2.0.exe
`);
});

it('lists no withdrawn builds', () => {
  expect(checksumFile([manifestOf('1.2.0', { yankedAt: '2025-10-01T00:00:00Z' })])).toBe('\n');
});

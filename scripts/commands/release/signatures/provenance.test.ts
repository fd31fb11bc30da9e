import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readProvenanceTrust, verifyProvenance } from './provenance.ts';

/** The public statement that a workflow on GitHub made version 2.1.0 of the npm package sigstore. */
const text = await readFile(new URL('./test-provenance.sigstore.json', import.meta.url), 'utf8');
const repository = 'sigstore/sigstore-js';
const trust = await readProvenanceTrust(repository);
const build = {
  sha256: 'a'.repeat(64),
  sha512: Buffer.from(
    '90f223f992e4c88dd068cd2a5fc57f9d2b30798343dd6e38f29c240e04ba090ef831f84490847c4e82b9232c78e8a258463b1e55c0f7469f730265008fa6633f',
    'hex',
  ).toString('base64'),
};

/** The bundle with a change of its statement. */
function withStatement(change: (statement: string) => string): string {
  const bundle = JSON.parse(text);
  const statement = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString('utf8');
  bundle.dsseEnvelope.payload = Buffer.from(change(statement)).toString('base64');
  return JSON.stringify(bundle);
}

describe('verifyProvenance', () => {
  it('accepts the statement of a workflow about a build, without the network', () => {
    verifyProvenance(text, build, trust);
  });

  it.each([
    ['about another file', text, { ...build, sha512: 'A'.repeat(86) }, trust, /is about another file/],
    [
      'of another repository',
      text,
      build,
      { ...trust, repository: 'sigstore/sigstore' },
      /release\.yml@refs\/heads\/main, which is not a workflow of sigstore\/sigstore$/,
    ],
    [
      'without a repository in the settings',
      text,
      build,
      { ...trust, repository: undefined },
      /signing\.buildRepository/,
    ],
    [
      'that was changed',
      withStatement((statement) => statement.replace('2.1.0', '2.2.0')),
      build,
      trust,
      /is not a valid bundle of sigstore/,
    ],
    [
      'that no log has recorded',
      JSON.stringify({
        ...JSON.parse(text),
        verificationMaterial: {
          certificate: JSON.parse(text).verificationMaterial.certificate,
          tlogEntries: [],
        },
      }),
      build,
      trust,
      /is not a valid bundle/,
    ],
    ['that is no JSON', 'nonsense', build, trust, /is not a valid bundle of sigstore/],
    ['that is empty', '{}', build, trust, /is not a valid bundle of sigstore/],
  ])('rejects a statement %s', (_, bundle, checksums, trusted, message) => {
    expect(() => verifyProvenance(bundle, checksums, trusted)).toThrow(message);
  });

  it('rejects a statement that another authority has signed', () => {
    const material = { ...trust.material, certificateAuthorities: [] };
    expect(() => verifyProvenance(text, build, { repository, material })).toThrow('is not a valid bundle');
  });
});

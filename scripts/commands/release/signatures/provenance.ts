import { readFile } from 'node:fs/promises';
import { bundleFromJSON, isBundleWithDsseEnvelope } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { type TrustMaterial, toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { SignatureProblem } from './signature-problem.ts';

export interface ProvenanceTrust {
  /** The repository on GitHub whose workflow must have made the builds: `owner/name`. Undefined if the team has none. */
  repository: string | undefined;
  /** The authorities and logs of sigstore. */
  material: TrustMaterial;
}

/** The checksums of the build, hexadecimal and base64. */
interface BuildChecksums {
  sha256: string;
  sha512: string;
}

const githubIssuer = 'https://token.actions.githubusercontent.com';

/**
 * Reads the keys of sigstore's public instance. They change every few years; the file is the target `trusted_root.json` of
 * https://tuf-repo-cdn.sigstore.dev, in the version of the npm package @sigstore/tuf 5.0.1.
 */
export async function readProvenanceTrust(repository: string | undefined): Promise<ProvenanceTrust> {
  const text = await readFile(new URL('./roots/sigstore-trusted-root.json', import.meta.url), 'utf8');
  return { repository, material: toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(text))) };
}

/**
 * Verifies a bundle of sigstore without the network: a workflow of our repository has signed, and the public log has recorded, that it
 * made this build.
 * @throws SignatureProblem
 */
export function verifyProvenance(
  text: string,
  build: BuildChecksums,
  { repository, material }: ProvenanceTrust,
): void {
  if (!repository)
    throw new SignatureProblem(
      'cannot be verified: write the repository of the builds into signing.buildRepository of settings.ts',
    );
  const { statement, workflow, issuer } = readBundle(text, material);
  if (issuer !== githubIssuer || !workflow.startsWith(`https://github.com/${repository}/.github/workflows/`))
    throw new SignatureProblem(`was made by ${workflow}, which is not a workflow of ${repository}`);
  if (!statement.predicateType?.startsWith('https://slsa.dev/provenance/'))
    throw new SignatureProblem(
      `is a statement of the type ${statement.predicateType}, not about the provenance of a build`,
    );
  const sha512 = Buffer.from(build.sha512, 'base64').toString('hex');
  const isAboutBuild = [statement.subject ?? []]
    .flat()
    .some(({ digest }) => digest?.sha256 === build.sha256 || digest?.sha512 === sha512);
  if (!isAboutBuild) throw new SignatureProblem('is about another file: its checksum differs');
}

/** An in-toto statement: https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
interface Statement {
  predicateType?: string;
  subject?: { digest?: Record<string, string> }[];
}

function readBundle(
  text: string,
  material: TrustMaterial,
): { statement: Statement; workflow: string; issuer: string } {
  try {
    const bundle = bundleFromJSON(JSON.parse(text));
    if (!isBundleWithDsseEnvelope(bundle)) throw new Error('it contains no statement');
    const { identity } = new Verifier(material).verify(toSignedEntity(bundle));
    return {
      statement: JSON.parse(bundle.content.dsseEnvelope.payload.toString('utf8')),
      workflow: identity?.subjectAlternativeName ?? 'an unknown signer',
      issuer: identity?.extensions?.issuer ?? '',
    };
  } catch (error) {
    throw new SignatureProblem(`is not a valid bundle of sigstore: ${(error as Error).message}`);
  }
}

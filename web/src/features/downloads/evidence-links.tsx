import type { Evidence, PublicBuild } from '../../../../contract/records/release.ts';
import { evidencePath } from '../../../../contract/rules/evidence-path.ts';
import type { Platform } from '../../../../contract/rules/platforms.ts';

const labels: Record<Evidence['kind'], string> = {
  provenance: 'How it was built (sigstore)',
  sbom: 'What it contains (SBOM)',
};

interface EvidenceLinksProps {
  version: string;
  platform: Platform;
  build: PublicBuild;
}

/** Links to the files about how a build was made and what it contains; empty if the team publishes none. */
export function EvidenceLinks({ version, platform, build }: EvidenceLinksProps) {
  return build.evidence?.map(({ fileName, kind }) => (
    <p key={fileName}>
      <a href={`/${encodeURI(evidencePath(version, platform, fileName))}`}>{labels[kind]}</a>
    </p>
  ));
}

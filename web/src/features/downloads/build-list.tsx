import { Link } from 'react-router-dom';
import type { Evidence, PublicBuild, VersionInfo } from '../../../../contract/records/release.ts';
import { evidencePath } from '../../../../contract/rules/evidence-path.ts';
import { type Platform, platformNames, platforms } from '../../../../contract/rules/platforms.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { Illustration } from '../../components/illustration.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatSize } from '../../lib/format-size.ts';
import { site } from '../../lib/site.ts';
import { useCopy } from '../../lib/use-copy.ts';
import styles from './build-list.module.css';
import { describeSignature } from './describe-signature.ts';
import type { Suggestion } from './suggest-platform.ts';

const computers: Record<Platform, string> = {
  'mac-arm64': 'For Macs with an M1 chip or a later one. “About This Mac” in the Apple menu names the chip.',
  'mac-x64': 'For older Macs: “About This Mac” in the Apple menu names an Intel processor.',
  'win-x64': 'For 64-bit Windows on an x64 processor. Settings, System, About names both.',
};

const reasons: Record<Suggestion['because'], string> = {
  computer: 'Suggested for your computer',
  guess: 'Right for most Macs since 2020',
  link: 'Named in the link that you opened',
};

/** A placeholder of the same size, which prevents a layout shift when the value arrives. */
const notKnownYet = '–';

interface BuildListProps {
  /** Null until it is known. */
  current: VersionInfo | null;
  /** Every version was withdrawn, or none was published yet. */
  isMissing: boolean;
  /** Null where there is none, or where the visitor can't use it. */
  suggestion: Suggestion | null;
  /** Replaces the name of a build. */
  actionOf?: (platform: Platform) => Elements;
}

/** The available builds, their details, and how to find the right one for a computer. */
export function BuildList({ current, isMissing, suggestion, actionOf }: BuildListProps) {
  if (isMissing)
    return (
      <Notice tone="info">
        There is no version to download at the moment. The next one appears here and in{' '}
        <a href="/updates/releases.atom">the feed of releases</a>. If you need {site.name} before that,{' '}
        <Link to="/contact">write to us</Link>.
      </Notice>
    );
  return (
    <ul className={styles.builds}>
      {platforms.map((platform) => {
        const build = current?.builds[platform];
        return (
          <li key={platform} className={styles.build}>
            <Illustration name={platform} />
            {actionOf ? actionOf(platform) : <h2>{platformNames[platform]}</h2>}
            <span>{suggestion?.platform === platform && reasons[suggestion.because]}</span>
            <p>{computers[platform]}</p>
            <dl className={styles.facts}>
              <dt>Version</dt>
              <dd>{current?.version ?? notKnownYet}</dd>
              <dt>Date</dt>
              <dd>{current ? formatDate(current.date) : notKnownYet}</dd>
              <dt>Size</dt>
              <dd>{build ? formatSize(build.sizeInBytes) : notKnownYet}</dd>
              <dt>Needs</dt>
              <dd>{build ? `${build.minimumSystem} or later` : notKnownYet}</dd>
              <dt>Publisher</dt>
              <dd>{(build && describeSignature(build, current?.unsigned)) ?? notKnownYet}</dd>
            </dl>
            <Checksum of={platformNames[platform]} sha256={build?.sha256}>
              {current && build && (
                <EvidenceLinks version={current.version} platform={platform} build={build} />
              )}
            </Checksum>
          </li>
        );
      })}
    </ul>
  );
}

interface ChecksumProps {
  /** The file that it belongs to, for screen readers. */
  of: string;
  /** Hexadecimal; undefined until it is known. */
  sha256: string | undefined;
  /** More about the file. */
  children?: Elements;
}

/** A checksum to compare and copy, collapsed because few people need it. */
function Checksum({ of, sha256, children }: ChecksumProps) {
  const { copy, outcome } = useCopy(sha256 ?? '');

  return (
    <details className={styles.checksum}>
      <summary>SHA-256</summary>
      {sha256 ? (
        <>
          <code>{sha256}</code>
          <Button look="quiet" aria-label={`Copy the SHA-256 of ${of}`} onClick={copy}>
            Copy
          </Button>
          <span role="status">{outcome}</span>
          {children}
        </>
      ) : (
        <p>Not known yet.</p>
      )}
    </details>
  );
}

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
function EvidenceLinks({ version, platform, build }: EvidenceLinksProps) {
  return build.evidence?.map(({ fileName, kind }) => (
    <p key={fileName}>
      <a href={`/${encodeURI(evidencePath(version, platform, fileName))}`}>{labels[kind]}</a>
    </p>
  ));
}

import { Link } from 'react-router-dom';
import type { VersionInfo } from '../../../../contract/records/release.ts';
import { type Platform, platformNames, platforms } from '../../../../contract/rules/platforms.ts';
import type { Elements } from '../../components/elements.ts';
import { Illustration } from '../../components/illustration.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatSize } from '../../lib/format-size.ts';
import { site } from '../../lib/site.ts';
import styles from './build-list.module.css';
import { Checksum } from './checksum.tsx';
import { describeSignature } from './describe-signature.ts';
import { EvidenceLinks } from './evidence-links.tsx';
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

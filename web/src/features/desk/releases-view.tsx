import type { ListedRelease } from '../../../../contract/records/desk-releases.ts';
import type { MailingStatus } from '../../../../contract/records/mailing.ts';
import { platformNames, platforms } from '../../../../contract/rules/platforms.ts';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { detailsAfter, utcTime } from './details.tsx';
import { RolloutOfRelease } from './rollout-of-release.tsx';
import { useReading } from './use-reading.tsx';
import { List, WithReading } from './with-reading.tsx';

/** The state in which a yank leaves the mailing about the release in. */
const mailingSentences: Partial<Record<MailingStatus, string>> = {
  discarded: 'The mailing about it is discarded.',
  paused: 'The mailing about it is paused.',
  sent: 'The mailing about it was sent before.',
};

/** All releases with their notes and downloads. */
export function ReleasesView() {
  const reading = useReading('deskReleases', {});
  return (
    <Section id="releases" heading="Releases">
      <p>
        New releases come with the command: <code>npm run release</code>.
      </p>
      <WithReading reading={reading} loadingLabel="Loading the releases…">
        {({ releases, unreadable, current }) => (
          <>
            {unreadable.length > 0 && (
              <p>
                {`The file release.json of ${unreadable.join(', ')} is not readable. The command writes it again.`}
              </p>
            )}
            <List empty="None yet.">
              {releases.map((release) => (
                <Release key={release.version} release={release} current={current[release.channel]} />
              ))}
            </List>
          </>
        )}
      </WithReading>
    </Section>
  );
}

interface ReleaseProps {
  release: ListedRelease;
  /** The version that its channel offers. */
  current: string | undefined;
}

function Release({ release, current }: ReleaseProps) {
  const { version, channel, date, notes, promotedAt, yankedAt, isVerified, isOnly, offeredTo, downloads } =
    release;
  const { rollout } = release;
  return (
    <li>
      <strong>{version}</strong>
      <span>
        {detailsAfter([
          channel,
          formatDate(date),
          offeredTo.length > 0 && `current: ${offeredTo.join(' and ')}`,
          promotedAt && `promoted ${utcTime(promotedAt)}`,
          yankedAt && `yanked ${utcTime(yankedAt)}`,
          !yankedAt && !isVerified && 'its files are not verified yet',
        ])}
      </span>
      <p>
        {`Downloads: ${platforms
          .map((platform) => `${platformNames[platform]} ${formatNumber(downloads[platform])}`)
          .join(', ')}`}
      </p>
      <details>
        <summary>Notes</summary>
        <p className={styles.words}>{notes}</p>
      </details>
      {rollout && <RolloutOfRelease version={version} rollout={rollout} previous={current} />}
      {!yankedAt && (
        <div className={styles.actions}>
          <DeskAction
            label="Promote"
            act={(request) =>
              callDesk('deskPromoteRelease', { ...request, version, ...(current ? { seen: current } : {}) })
            }
            outcome={`${version} is now offered to its channel.`}
          />
          <DeskAction
            label="Yank"
            act={(request) => callDesk('deskYankRelease', { ...request, version, mayLeaveNone: isOnly })}
            outcome={({ mailing }) =>
              [`${version} is yanked.`, (mailing && mailingSentences[mailing]) ?? []].flat().join(' ')
            }
          >
            {isOnly && (
              <label className={styles.check}>
                <input type="checkbox" required />
                <span>{`Yank it even if the ${channel} channel then has no release`}</span>
              </label>
            )}
          </DeskAction>
        </div>
      )}
    </li>
  );
}

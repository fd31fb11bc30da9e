import { useCallback, useRef } from 'react';
import type { ListedRelease } from '../../../../contract/records/desk-releases.ts';
import type { MailingStatus } from '../../../../contract/records/mailing.ts';
import { platformNames, platforms } from '../../../../contract/rules/platforms.ts';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { detailsAfter } from './details-after.ts';
import { RolloutOfRelease } from './rollout-of-release.tsx';
import { useOutcome } from './use-outcome.tsx';
import { useReading } from './use-reading.ts';
import { utcTime } from './utc-time.ts';

/** The state in which a yank leaves the mailing about the release in. */
const mailingSentences: Partial<Record<MailingStatus, string>> = {
  discarded: 'The mailing about it is discarded.',
  paused: 'The mailing about it is paused.',
  sent: 'The mailing about it was sent before.',
};

/** All releases with their notes and downloads. */
export function ReleasesView() {
  const read = useCallback(() => callDesk('deskReleases', {}), []);
  const { answer, reload } = useReading(read);
  const { announce, statusLine } = useOutcome();
  // The item may have lost the action: a yanked release has none.
  async function reloadAndAnnounce(message: string) {
    await reload();
    announce(message);
  }
  return (
    <Section id="releases" heading="Releases">
      <p>
        New releases come with the command: <code>npm run release</code>.
      </p>
      {statusLine}
      <WithAnswer answer={answer} loadingLabel="Loading the releases…">
        {({ releases, unreadable, current }) => (
          <>
            {unreadable.length > 0 && (
              <p>
                {`The file release.json of ${unreadable.join(', ')} is not readable. The command writes it again.`}
              </p>
            )}
            {releases.length === 0 && <p>None yet.</p>}
            <ul className={styles.list}>
              {releases.map((release) => (
                <Release
                  key={release.version}
                  release={release}
                  current={current[release.channel]}
                  onChanged={reloadAndAnnounce}
                />
              ))}
            </ul>
          </>
        )}
      </WithAnswer>
    </Section>
  );
}

interface ReleaseProps {
  release: ListedRelease;
  /** The version that its channel offers. */
  current: string | undefined;
  /** Called with a sentence about a result, or about a conflict. */
  onChanged: (message: string) => Promise<void>;
}

function Release({ release, current, onChanged }: ReleaseProps) {
  const { version, channel, date, notes, promotedAt, yankedAt, isVerified, isOnly, offeredTo, downloads } =
    release;
  const { rollout } = release;
  const mailing = useRef<MailingStatus>(undefined);
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
      {rollout && (
        <RolloutOfRelease version={version} rollout={rollout} previous={current} onChanged={onChanged} />
      )}
      {!yankedAt && (
        <div className={styles.actions}>
          <DeskAction
            label="Promote"
            act={(request) =>
              callDesk('deskPromoteRelease', { ...request, version, ...(current ? { seen: current } : {}) })
            }
            onDone={() => onChanged(`${version} is now offered to its channel.`)}
            onConflict={onChanged}
          />
          <DeskAction
            label="Yank"
            act={async (request) => {
              const answer = await callDesk('deskYankRelease', { ...request, version, mayLeaveNone: isOnly });
              mailing.current = answer.mailing;
            }}
            onDone={() =>
              onChanged(
                [`${version} is yanked.`, (mailing.current && mailingSentences[mailing.current]) ?? []]
                  .flat()
                  .join(' '),
              )
            }
            onConflict={onChanged}
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

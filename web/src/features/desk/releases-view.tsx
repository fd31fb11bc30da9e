import { SelectField } from '@aws-amplify/ui-react';
import type { ListedRelease } from '../../../../contract/records/desk-releases.ts';
import type { MailingStatus } from '../../../../contract/records/mailing.ts';
import type { Rollout, RolloutChange } from '../../../../contract/records/release.ts';
import { platformNames, platforms } from '../../../../contract/rules/platforms.ts';
import { describeRollout, type Share, shares } from '../../../../contract/rules/rollout-shares.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { type ActionRequest, DeskAction } from './desk-action.tsx';
import { detailsAfter, utcTime } from './details.tsx';
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

interface RolloutProps {
  version: ListedRelease['version'];
  rollout: Rollout;
  /** The release that everybody else gets; missing if there is none. */
  previous: string | undefined;
}

/** The share of people who get a release that is being rolled out, with the actions that change it. */
export function RolloutOfRelease({ version, rollout, previous = 'no release' }: RolloutProps) {
  const { share, haltedAt, haltReason } = rollout;
  const change = (request: ActionRequest, change: RolloutChange) =>
    callDesk('deskChangeRollout', { ...request, version, change, seen: describeRollout(rollout) });
  return (
    <>
      <p>
        {haltedAt
          ? `The rollout was halted at ${share}% on ${utcTime(haltedAt)}. Everybody is offered ${previous}, and installations that have ${version} keep it.`
          : `${share}% of the installations get ${version}. Everybody else and the website stay with ${previous}.`}
      </p>
      {haltReason && <p className={styles.words}>{haltReason}</p>}
      <div className={styles.actions}>
        <DeskAction
          label={haltedAt ? 'Resume with a larger share' : 'Raise the share'}
          act={(request, fields) => change(request, Number(textOf(fields, 'share')) as Share)}
          outcome={
            haltedAt
              ? `The rollout of ${version} is resumed with a larger share.`
              : `The share of ${version} is higher now.`
          }
        >
          <SelectField label="Share of the installations" name="share">
            {shares
              .filter((each) => each > share)
              .map((each) => (
                <option key={each} value={each}>
                  {each === 100 ? 'Everybody, and the website' : `${each}%`}
                </option>
              ))}
          </SelectField>
        </DeskAction>
        <DeskAction
          label={haltedAt ? 'Resume the rollout' : 'Halt the rollout'}
          act={(request) => change(request, haltedAt ? 'resume' : 'halt')}
          outcome={`The rollout of ${version} is ${haltedAt ? 'resumed' : 'halted'}.`}
        />
      </div>
    </>
  );
}

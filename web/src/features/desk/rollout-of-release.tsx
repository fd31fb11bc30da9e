import { SelectField } from '@aws-amplify/ui-react';
import type { ListedRelease } from '../../../../contract/records/desk-releases.ts';
import type { Rollout, RolloutChange } from '../../../../contract/records/release.ts';
import { describeRollout, type Share, shares } from '../../../../contract/rules/rollout-shares.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { type ActionRequest, DeskAction } from './desk-action.tsx';
import { utcTime } from './details.tsx';

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

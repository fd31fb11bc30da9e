import { visitorGroups } from '../../../../contract/records/subscriber.ts';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import styles from './newsletter.module.css';

export type VisitorGroup = (typeof visitorGroups)[number];

interface GroupChoicesProps {
  chosen: readonly VisitorGroup[];
  onChange: (chosen: VisitorGroup[]) => void;
}

/** The groups that a person without an account can choose. */
export function GroupChoices({ chosen, onChange }: GroupChoicesProps) {
  return (
    <fieldset className={styles.groups}>
      <legend>Emails that you want to get</legend>
      {visitorGroups.map((group) => {
        const { label, text } = mailGroupTexts.find((one) => one.group === group) ?? {
          label: group,
          text: '',
        };
        return (
          <label key={group}>
            <input
              type="checkbox"
              checked={chosen.includes(group)}
              onChange={({ target }) =>
                onChange(
                  visitorGroups.filter((one) => (one === group ? target.checked : chosen.includes(one))),
                )
              }
            />
            <span>{`${label}: ${text}`}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

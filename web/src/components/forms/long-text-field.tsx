import './fields-theme.css';
import { TextAreaField } from '@aws-amplify/ui-react';
import { useId } from 'react';
import hidden from '../visually-hidden.module.css';
import styles from './long-text-field.module.css';
import { announcementOf, formatCount, lengthOf } from './text-limit.ts';

interface LongTextFieldProps {
  label: string;
  name: string;
  limit: number;
  /** For a text that people may leave out. */
  isOptional?: boolean;
  value: string;
  onChange: (text: string) => void;
}

/**
 * A field for a text of several lines, with the characters left. Longer texts can be typed and
 * shortened later: a field that drops characters, or the end of a pasted text, is confusing.
 */
export function LongTextField({
  label,
  name,
  limit,
  isOptional = false,
  value,
  onChange,
}: LongTextFieldProps) {
  const countId = useId();
  const length = lengthOf(value);
  const isOver = length > limit;

  return (
    <div className={styles.field}>
      <TextAreaField
        label={label}
        name={name}
        rows={isOptional ? 4 : 8}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        hasError={isOver}
        aria-describedby={countId}
        isRequired={!isOptional}
      />
      <p id={countId} className={styles.count} data-over={isOver}>
        {`${length.toLocaleString('en-US')} of ${formatCount(limit)}`}
      </p>
      <p role="status" className={hidden.visuallyHidden}>
        {announcementOf(limit - length)}
      </p>
    </div>
  );
}

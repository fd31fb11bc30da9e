import type { ComponentProps } from 'react';
import styles from './file-field.module.css';

export function FileField({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input type="file" {...input} />
    </label>
  );
}

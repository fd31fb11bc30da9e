import { useEffect, useState } from 'react';
import { readOnly } from '../../../contract/operations/read-only.ts';
import { loadWebSettings } from '../lib/load-web-settings.ts';
import { logQuietly } from '../lib/log-quietly.ts';
import { Notice } from './notice.tsx';
import styles from './read-only-notice.module.css';

/** Warns people before they type while the site is read-only. */
export function ReadOnlyNotice() {
  const [isReadOnly, setIsReadOnly] = useState(false);

  useEffect(() => {
    loadWebSettings().then(
      (settings) => setIsReadOnly(settings.isReadOnly ?? false),
      // Other code that needs the settings reports the failure.
      (cause: unknown) => logQuietly('The settings could not be preloaded', cause),
    );
  }, []);

  return isReadOnly ? (
    <div className={styles.place}>
      <Notice tone="info">
        <strong>{readOnly.heading}.</strong> {readOnly.message}
      </Notice>
    </div>
  ) : null;
}

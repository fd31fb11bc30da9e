import { useState } from 'react';
import { isSlashOn, switchSlash } from '../../lib/slash-key.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import styles from './search-panel.module.css';

/**
 * WCAG 2.1.4 requires that a shortcut of one character can be turned off, because people who speak to their computer press such keys by
 * accident. It is not enough to ignore the key in fields.
 */
export function SlashSwitch() {
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<boolean>();

  function change(isOn: boolean) {
    switchSlash(isOn);
    setChosen(isOn);
  }

  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={chosen ?? (!isHydrated || isSlashOn())}
        onChange={({ target }) => change(target.checked)}
      />
      <span>
        <kbd>/</kbd> <span>opens the search on every page</span>
      </span>
    </label>
  );
}

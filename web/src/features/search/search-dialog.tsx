import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Dialog } from '../../components/dialog.tsx';
import styles from './search-dialog.module.css';
import { SearchPanel } from './search-panel.tsx';

const fieldId = 'search-in-dialog';

/** The search over a page. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('');
  const { key } = useLocation();
  const [openedAt] = useState(key);
  useEffect(() => {
    // Links and the button Back change the page.
    if (key !== openedAt) onClose();
  }, [key, openedAt, onClose]);
  // Runs after the effect of the dialog, which focuses its first button.
  useEffect(() => document.getElementById(fieldId)?.focus(), []);

  return (
    <Dialog title="Search the site" onClose={onClose}>
      <div className={styles.search}>
        <SearchPanel fieldId={fieldId} query={query} onQuery={setQuery} onFollow={onClose} />
      </div>
    </Dialog>
  );
}

import { useEffect, useState } from 'react';
import type { Elements } from '../../components/elements.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { asksForSearch, searchFieldId } from '../../lib/slash-key.ts';

/** Opens the search with its button or with "/". Its code loads then, and every page loads this. */
export function useSearch(): { openSearch: () => void; dialog: Elements } {
  const [dialog, setDialog] = useState<Elements>();

  function openSearch() {
    const field = document.getElementById(searchFieldId);
    if (field) return field.focus();
    import('./search-dialog.tsx').then(
      ({ SearchDialog }) => setDialog(<SearchDialog onClose={() => setDialog(null)} />),
      () => leaveSite('/search'),
    );
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: openSearch reads nothing that changes
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return;
      // Firefox would open its own search.
      event.preventDefault();
      openSearch();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return { openSearch, dialog };
}

import type { ReactNode } from 'react';
import { WithAnswer } from '../../components/with-answer.tsx';
import styles from './desk.module.css';
import { MoreButton } from './more-button.tsx';
import type { PagedReading } from './use-pages.ts';

interface PagedListProps<Page, Item> {
  /** From `usePages`. */
  list: PagedReading<Page>;
  itemsOf: (page: Page) => Item[];
  loadingLabel: string;
  /** Shown for a list without items. */
  empty: string;
  /** Renders a list item with a key. */
  children: (item: Item) => ReactNode;
}

/** The items of all pages that were read, and a button for the next page. */
export function PagedList<Page, Item>(props: PagedListProps<Page, Item>) {
  const { list, itemsOf, loadingLabel, empty, children } = props;
  const { answer, later, readNext } = list;
  return (
    <WithAnswer answer={answer} loadingLabel={loadingLabel}>
      {(first) => {
        const items = [first, ...later].flatMap(itemsOf);
        return (
          <>
            {items.length === 0 && !readNext && <p>{empty}</p>}
            <ul className={styles.list}>{items.map(children)}</ul>
            <MoreButton readNext={readNext} />
          </>
        );
      }}
    </WithAnswer>
  );
}

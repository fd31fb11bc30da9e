import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Elements } from '../../components/elements.ts';
import { ActionButton } from '../../components/forms/action-button.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import styles from './desk.module.css';
import { ConcludeContext, type PagedReading, type Reading } from './use-reading.tsx';

interface WithReadingProps<Value> {
  reading: Reading<Value>;
  loadingLabel: string;
  children: (value: Value) => Elements;
}

/** The result of the last action, and the data of a view, which its actions read again. */
export const WithReading = <Value,>({ reading, ...props }: WithReadingProps<Value>) => (
  <ConcludeContext value={reading.conclude}>
    {reading.statusLine}
    <WithAnswer answer={reading.answer} {...props} />
  </ConcludeContext>
);

interface PagedListProps<Page, Item> {
  list: PagedReading<Page>;
  itemsOf: (page: Page) => Item[];
  loadingLabel: string;
  /** Shown for a list without items. */
  empty: string;
  /** Renders a list item with a key. */
  children: (item: Item) => ReactNode;
}

/** The items of all pages that were read, and a button for the next page. */
export const PagedList = <Page, Item>(props: PagedListProps<Page, Item>) => (
  <WithReading reading={props.list} loadingLabel={props.loadingLabel}>
    {(pages) => {
      const { readNext } = props.list;
      return (
        <>
          <List empty={readNext ? '' : props.empty}>{pages.flatMap(props.itemsOf).map(props.children)}</List>
          <MoreButton readNext={readNext} />
        </>
      );
    }}
  </WithReading>
);

interface ListProps {
  /** Shown for a list without items. */
  empty: string;
  /** List items. */
  children: ReactNode[];
}

export const List = ({ empty, children }: ListProps) => (
  <>
    {children.length === 0 && empty && <p>{empty}</p>}
    <ul className={styles.list}>{children}</ul>
  </>
);

/** Reads the next page of a list. After the last page, a sentence replaces the button and takes its focus. */
export function MoreButton({ readNext }: { readNext: (() => Promise<void>) | undefined }) {
  const [wasUsed, setWasUsed] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const isAtEnd = wasUsed && !readNext;
  useEffect(() => {
    if (isAtEnd && document.activeElement === document.body) end.current?.focus();
  }, [isAtEnd]);
  if (isAtEnd)
    return (
      <p ref={end} tabIndex={-1}>
        The list is complete.
      </p>
    );
  if (!readNext) return null;
  return (
    <ActionButton
      look="quiet"
      act={async () => {
        setWasUsed(true);
        await readNext();
      }}
    >
      Show more
    </ActionButton>
  );
}

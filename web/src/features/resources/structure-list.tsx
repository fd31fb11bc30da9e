import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { CardGrid } from '../../components/card.tsx';
import { searchStructures, storyStructures } from './story-structures.ts';
import { StructureCard } from './structure-card.tsx';
import styles from './structure-list.module.css';
import type { ResourceDownload } from './use-resource-download.ts';

/** Every story structure, and a search among them. With `download`, each can be downloaded. */
export function StructureList({ download }: { download?: ResourceDownload }) {
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // What was typed before the page was taken over.
  useEffect(() => setQuery(input.current?.value ?? ''), []);
  // Typing comes first: thirty cards take longer than a key.
  const found = searchStructures(storyStructures, useDeferredValue(query));

  return (
    <>
      <search className={styles.search}>
        <label htmlFor="structure-search">Search the structures</label>
        <input
          ref={input}
          id="structure-search"
          type="search"
          autoComplete="off"
          placeholder="mystery, romance, quiet…"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status">
          {found.length === 0
            ? 'None mentions all of these words. Try fewer.'
            : `${found.length} of ${storyStructures.length} structures`}
        </p>
      </search>
      <CardGrid>
        {found.map((structure) => (
          <StructureCard key={structure.slug} structure={structure} {...(download && { download })} />
        ))}
      </CardGrid>
    </>
  );
}

import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CardGrid } from '../../components/card.tsx';
import type { SignedLink } from '../../lib/use-signed-link.ts';
import { type StructureKind, searchStructures, storyStructures, structureKinds } from './story-structures.ts';
import { StructureCard } from './structure-card.tsx';
import styles from './structure-list.module.css';

/** Every story structure, with a search. With `download`, each can be downloaded. */
export function StructureList({ download }: { download?: SignedLink<'downloadResource'> }) {
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<StructureKind | 'all'>('all');
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  // The search leads to a structure. Thirty ids would not fit into the first flight of the page.
  useEffect(() => {
    const place = storyStructures.findIndex(({ slug }) => hash === `#${slug}`);
    list.current?.querySelectorAll('h3')[place]?.scrollIntoView();
  }, [hash]);
  // The text that was typed before hydration.
  useEffect(() => {
    setQuery(input.current?.value ?? '');
    setKind(kindOf(select.current?.value));
  }, []);
  // Typing has priority: thirty cards take longer to render than a key press.
  const found = searchStructures(storyStructures, useDeferredValue(query), useDeferredValue(kind));

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
        <label htmlFor="structure-kind">Show</label>
        <select
          ref={select}
          id="structure-kind"
          value={kind}
          onChange={(event) => setKind(kindOf(event.target.value))}
        >
          <option value="all">All structures</option>
          {structureKinds.map((name) => (
            <option key={name} value={name}>
              {nameOfKind[name]}
            </option>
          ))}
        </select>
        <p role="status">
          {found.length === 0
            ? 'No structure contains all the words. Try fewer, or show all.'
            : `${found.length} of ${storyStructures.length} structures`}
        </p>
      </search>
      <noscript>
        <p>The search, and the beats of each structure, need JavaScript.</p>
      </noscript>
      <div ref={list} className={styles.structures}>
        <CardGrid>
          {found.map((structure) => (
            <StructureCard key={structure.slug} structure={structure} {...(download && { download })} />
          ))}
        </CardGrid>
      </div>
    </>
  );
}

const nameOfKind: Record<StructureKind, string> = {
  shape: 'Shapes for any story',
  plot: 'Kinds of story',
  telling: 'Ways of telling',
};

function kindOf(value: string | undefined): StructureKind | 'all' {
  return structureKinds.find((kind) => kind === value) ?? 'all';
}

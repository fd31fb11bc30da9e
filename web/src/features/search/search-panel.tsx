import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Elements } from '../../components/elements.ts';
import hidden from '../../components/visually-hidden.module.css';
import { isSlashOn, switchSlash } from '../../lib/slash-key.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { type LoadedSearch, loadSearch } from './load-search.ts';
import { PageLinks } from './page-links.tsx';
import styles from './search-panel.module.css';
import { maxQueryLength, type SearchResult, type TextPart } from './search-texts.ts';

interface SearchPanelProps {
  fieldId: string;
  query: string;
  onQuery: (query: string) => void;
  /** Called when the visitor follows a result in this window. */
  onFollow?: () => void;
  /** Shown while nothing is searched; by default, links to the pages. */
  children?: Elements;
}

/** The field and the results of the search. Arrow keys move between them; Enter opens the first result. */
export function SearchPanel({ fieldId, query, onQuery, onFollow, children }: SearchPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<LoadedSearch | 'failed'>();
  useEffect(() => {
    loadSearch().then(setLoaded, () => setLoaded('failed'));
  }, []);
  const searched = query.trim();
  const results = searched && typeof loaded === 'object' ? loaded.search(searched) : [];
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || !loaded) return;
    setIsWaiting(false);
    openFirst(panel.current);
  }, [isWaiting, loaded]);

  function follow({ metaKey, ctrlKey, shiftKey }: MouseEvent) {
    // These open another tab or window.
    if (!metaKey && !ctrlKey && !shiftKey) onFollow?.();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work on the field and on each result
    <div ref={panel} className={styles.panel} onKeyDown={moveFocus}>
      {/* Browsers do not submit a form when Enter ends the word of an input method. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a form inside of <search> would be one element more */}
      <form
        role="search"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!loaded) setIsWaiting(searched !== '');
          else if (results.length > 0) openFirst(panel.current);
        }}
      >
        <label htmlFor={fieldId} className={hidden.visuallyHidden}>
          Search the site
        </label>
        {/* In a field of the type "search", Escape would clear the text instead of closing the dialog. */}
        <input
          id={fieldId}
          data-stop
          type="text"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxQueryLength}
          placeholder="backup, refund, timelines…"
          value={query}
          onChange={(event) => {
            setIsWaiting(false);
            onQuery(event.target.value);
          }}
        />
        <p role="status">{describe(loaded, searched, results.length)}</p>
      </form>
      {results.length > 0 && <Results results={results} onClick={follow} />}
      {searched && typeof loaded === 'object' && results.length === 0 && (
        <p>
          Try fewer or other words, or <Link to="/contact">ask us</Link>.
        </p>
      )}
      {!searched &&
        (children ?? (typeof loaded === 'object' && <PageLinks pages={loaded.pages} onClick={follow} />))}
      <SlashSwitch />
    </div>
  );
}

const openFirst = (panel: HTMLElement | null) => panel?.querySelector<HTMLElement>('a[data-stop]')?.click();

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // Arrow keys also choose among the words of an input method.
  if (!by || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const place = stops.indexOf(document.activeElement as HTMLElement);
  if (place < 0) return;
  event.preventDefault();
  stops[place + by]?.focus();
}

function describe(loaded: LoadedSearch | 'failed' | undefined, searched: string, count: number): string {
  if (loaded === 'failed') return 'The search could not be loaded. Check your connection, and open it again.';
  if (!searched) return '';
  if (!loaded) return 'Loading the search…';
  const found = count === 0 ? 'Nothing found.' : count === 1 ? '1 result' : `${count} results`;
  if (loaded.hasArticles) return found;
  return `${found.replace(/\.?$/, '.')} The articles of the blog could not be loaded, so they are not searched.`;
}

type OnClick = (event: MouseEvent) => void;

const Results = ({ results, onClick }: { results: SearchResult[]; onClick: OnClick }) => (
  <ul className={styles.results}>
    {results.map((result) => (
      <Result key={result.href} result={result} onClick={onClick} />
    ))}
  </ul>
);

/** A plain link: the browser itself goes to the part of the page, and assistive technology announces it. */
function Result({
  result: { href, title, place, excerpt },
  onClick,
}: {
  result: SearchResult;
  onClick: OnClick;
}) {
  return (
    <li>
      <a href={href} data-stop referrerPolicy="no-referrer" onClick={onClick}>
        <Marked parts={title} />
      </a>
      <p className={styles.place}>{place}</p>
      <p>
        <Marked parts={excerpt} />
      </p>
    </li>
  );
}

function Marked({ parts }: { parts: TextPart[] }) {
  return parts.map(({ text, isMatch }, index) => {
    const Part = isMatch ? 'mark' : 'span';
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    return <Part key={index}>{text}</Part>;
  });
}

/**
 * WCAG 2.1.4 requires that a shortcut of one character can be turned off, because people who speak to their computer press such keys by
 * accident. It is not enough to ignore the key in fields.
 */
function SlashSwitch() {
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

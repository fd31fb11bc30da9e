import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import type { DeskOperationName } from '../../../../contract/operations/desk-routes.ts';
import type { RequestOf, ResponseOf } from '../../../../contract/operations/operations.ts';
import type { Elements } from '../../components/elements.ts';
import { messageOf } from '../../lib/message-of.ts';
import type { Answer } from '../../lib/use-answer.ts';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';

interface Outcome {
  /** Shows a sentence about the result of an action; '' removes it. */
  announce: (sentence: string) => void;
  /** The element of the sentence. */
  statusLine: Elements;
}

export interface Reading<Value> extends Outcome {
  answer: Answer<Value>;
  /** Resolves when the newest response is shown, even if a later `reload` has replaced this one. */
  reload: () => Promise<void>;
  /** Reads the data again after an action, and announces the result. */
  conclude: (outcome: string) => Promise<void>;
}

/** How the actions of a view conclude. */
export const ConcludeContext = createContext<Reading<unknown>['conclude'] | null>(null);

/**
 * Throws outside of a view, where the result of an action would be lost.
 * @param isReplaced the action has its own conclusions, and needs no view
 */
export function useConclude(isReplaced = false): Reading<unknown>['conclude'] {
  const conclude = use(ConcludeContext);
  if (!conclude && !isReplaced)
    throw new Error('An action without conclusions of its own is outside of a view.');
  return conclude ?? (async () => {});
}

/**
 * Announces the result of an action whose button disappears. The sentence gets the focus if the button had it.
 */
export function useOutcome(): Outcome {
  // An object, so that the same sentence is announced again.
  const [outcome, setOutcome] = useState({ sentence: '' });
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (outcome.sentence && document.activeElement === document.body) place.current?.focus();
  }, [outcome]);
  return {
    announce: (sentence) => setOutcome({ sentence }),
    statusLine: (
      <p ref={place} tabIndex={-1} role="status" className={styles.status}>
        {outcome.sentence}
      </p>
    ),
  };
}

/** Reads data for a view, and again after each action. A response stays visible while it is reloaded. */
export function useReading<Name extends DeskOperationName>(
  name: Name,
  request: RequestOf<Name>,
): Reading<ResponseOf<Name>> {
  const key = JSON.stringify(request);
  return useReadingOf(useCallback(() => callDesk(name, JSON.parse(key)), [name, key]));
}

/** @param read must be stable while the data is the same */
function useReadingOf<Value>(read: () => Promise<Value>) {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(0);
  const newest = useRef(Promise.resolve());
  const outcome = useOutcome();
  const reload = useCallback(() => {
    latest.current += 1;
    const own = latest.current;
    const isOutdated = () => own !== latest.current;
    async function readOnce() {
      try {
        const answer = await read();
        // A later request has replaced this one.
        if (isOutdated()) return newest.current;
        setValue(answer);
        setFailure(null);
      } catch (error) {
        if (isOutdated()) return newest.current;
        setFailure(messageOf(error));
      }
    }
    newest.current = readOnce();
    return newest.current;
  }, [read]);
  useEffect(() => void reload(), [reload]);
  const askAgain = () => {
    setFailure(null);
    void reload();
  };
  return {
    ...outcome,
    answer: { value, failure, askAgain, reloadFailure: failure },
    reload,
    /** Replaces the response, unless a later request has replaced it. */
    replace: (answer: Value, by: Value) => setValue((shown) => (shown === answer ? by : shown)),
    async conclude(sentence: string) {
      await reload();
      outcome.announce(sentence);
    },
  };
}

type ListName = {
  [Name in DeskOperationName]: 'cursor' extends keyof RequestOf<Name> ? Name : never;
}[DeskOperationName];
/** The pages that were read. */
export type Pages<Page> = [first: Page, ...later: Page[]];

export interface PagedReading<Page> extends Reading<Pages<Page>> {
  /** Undefined on the last page. */
  readNext: (() => Promise<void>) | undefined;
}

/** A list that the team reads page by page. A reload reads all loaded pages again, and replaces them at once. */
export function usePages<Name extends ListName>(
  name: Name,
  request: Omit<RequestOf<Name>, 'cursor'>,
): PagedReading<ResponseOf<Name>> {
  type Page = ResponseOf<Name> & { next?: string };
  const key = JSON.stringify(request);
  const readPage = useCallback(
    (cursor?: string) =>
      callDesk(name, { ...JSON.parse(key), ...(cursor ? { cursor } : {}) }) as Promise<Page>,
    [name, key],
  );
  const shown = useRef<{ readPage: typeof readPage; pages: Pages<Page> } | null>(null);
  const readAll = useCallback(async () => {
    const pageCount = shown.current?.readPage === readPage ? shown.current.pages.length : 1;
    const pages: Pages<Page> = [await readPage()];
    for (let { next } = pages[0]; next !== undefined && pages.length < pageCount; next = pages.at(-1)?.next)
      pages.push(await readPage(next));
    return { readPage, pages };
  }, [readPage]);
  const { replace, ...reading } = useReadingOf(readAll);
  const { value } = reading.answer;
  useEffect(() => {
    shown.current = value;
  }, [value]);
  const cursor = value?.pages.at(-1)?.next;
  return {
    ...reading,
    answer: { ...reading.answer, value: value?.pages ?? null },
    readNext:
      value && cursor !== undefined
        ? async () => {
            const page = await value.readPage(cursor);
            replace(value, { ...value, pages: [...value.pages, page] });
          }
        : undefined,
  };
}

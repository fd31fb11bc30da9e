import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { announceHydrated } from '../lib/hydrated.ts';
import { publicAddressOf, site } from '../lib/site.ts';
import styles from './page.module.css';

interface PageProps {
  /** Stands in the browser's tab before the brand; without one, the brand and tagline stand alone. */
  title?: string;
  description: string;
  /** Of the page that stands wherever there is none. */
  hasNoAddress?: boolean;
  /** `text` keeps lines readable; `wide` is for pages that lay themselves out; `full` leaves even the margins to them. */
  width?: 'text' | 'wide' | 'full';
  children: ReactNode;
}

/** The frame of every page: the tab's title, what search engines and share buttons read, and the main region. */
export function Page({ title, description, hasNoAddress, width = 'text', children }: PageProps) {
  const { pathname } = useLocation();
  useEffect(announceHydrated, []);

  return (
    <>
      <title>{title ? `${title} · ${site.name}` : `${site.name} · ${site.tagline}`}</title>
      <meta name="description" content={description} />
      {!hasNoAddress && <link rel="canonical" href={publicAddressOf(pathname)} />}
      {/* Focused after a navigation, so that keyboards and screen readers continue at the new content. */}
      <main id="main" tabIndex={-1} className={styles.page} data-width={width}>
        {children}
      </main>
    </>
  );
}

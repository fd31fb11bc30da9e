import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { announceHydrated } from '../lib/hydrated.ts';
import { publicAddressOf, site } from '../lib/site.ts';
import styles from './page.module.css';

interface PageProps {
  /**
   * Precedes the brand in the title of the browser tab. Without it, the title is the brand and
   * tagline.
   */
  title?: string;
  description: string;
  /** True for the page of unknown addresses. */
  hasNoAddress?: boolean;
  /**
   * `text` limits the line length, `wide` is for pages with their own layout, `full` has no
   * margins.
   */
  width?: 'text' | 'wide' | 'full';
  children: ReactNode;
}

/**
 * The frame of every page: the tab's title, the metadata for search engines and share buttons, and
 * the main region.
 */
export function Page({ title, description, hasNoAddress, width = 'text', children }: PageProps) {
  const { pathname } = useLocation();
  useEffect(announceHydrated, []);

  return (
    <>
      <title>{title ? `${title} · ${site.name}` : `${site.name} · ${site.tagline}`}</title>
      <meta name="description" content={description} />
      {!hasNoAddress && <link rel="canonical" href={publicAddressOf(pathname)} />}
      {/* Focused after a navigation, so that keyboards and screen readers continue at the new
          content. */}
      <main id="main" tabIndex={-1} className={styles.page} data-width={width}>
        {children}
      </main>
    </>
  );
}

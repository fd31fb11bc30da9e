import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { site } from '../../lib/site.ts';
import { headerLinks, linksFor, type NavigationLink } from './navigation-links.ts';
import styles from './site-header.module.css';
import { useVisitor } from './use-visitor.ts';

/** Logo and navigation. At 768 px and below, a button opens the navigation as a dropdown. */
export function SiteHeader({ onSearch }: { onSearch: () => void }) {
  const links = linksFor(useVisitor(), headerLinks);
  const location = useLocation();
  const menuId = useId();
  const menuButton = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLElement>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is not read; its change closes the menu
  useEffect(() => setIsMenuOpen(false), [location.key]);

  function closeOnEscape({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isMenuOpen) return;
    setIsMenuOpen(false);
    menuButton.current?.focus();
  }

  /** A focus that moves nowhere does not close the menu, because a tap on one of its links may cause it. */
  function closeWhenLeft({ relatedTarget: next }: FocusEvent) {
    if (next && next !== menuButton.current && !menu.current?.contains(next)) setIsMenuOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from anywhere inside the header
    <header className={styles.header} onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <div className={styles.bar}>
        <Link to="/" className={styles.logo}>
          <BrandMark />
          {site.name}
        </Link>
        <IconButton label="Search" icon="M16.5 15.5a7 7 0 1 0-1 1l5 5" onClick={onSearch} />
        <button
          ref={menuButton}
          type="button"
          className={styles.menuButton}
          aria-expanded={isMenuOpen}
          aria-controls={menuId}
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d={isMenuOpen ? 'M6 6l12 12M18 6L6 18' : 'M4 7h16M4 12h16M4 17h16'} />
          </svg>
          Menu
        </button>
        <nav ref={menu} id={menuId} aria-label="Main" className={styles.menu} data-open={isMenuOpen}>
          <ul className={styles.links}>
            {links.map((link) => (
              <li key={link.to}>
                <HeaderLink {...link} />
              </li>
            ))}
          </ul>
          <ThemeToggle />
        </nav>
      </div>
    </header>
  );
}

/** Pages that need a sign-in. The header's Log In returns to them. */
const pagesThatNeedSignIn = /^\/(account|desk|preferences|receipt)\b/;

function HeaderLink({ label, to, look }: NavigationLink) {
  const { pathname, search } = useLocation();
  if (look === 'button') return <ButtonLink to={to}>{label}</ButtonLink>;
  return (
    <NavLink
      to={to}
      className={styles.link}
      state={pagesThatNeedSignIn.test(pathname) && { from: pathname + search }}
    >
      {label}
    </NavLink>
  );
}

/** Lets keyboard users skip the header. */
export function SkipLink() {
  return (
    <a className={styles.skipLink} href="#main">
      Skip to content
    </a>
  );
}

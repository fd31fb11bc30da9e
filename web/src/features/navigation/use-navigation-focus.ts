import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * After a navigation, moves the focus to the new page's content, as browsers do when they load a
 * page.
 */
export function useNavigationFocus(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shownPathname = useRef(pathname);

  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    // When the visitor goes back or forward, the browser restores the position itself.
    if (navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}

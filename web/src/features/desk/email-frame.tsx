import { useCallback, useEffect, useRef, useState } from 'react';
import styles from './desk.module.css';
import { framedEmail, stylesheetOf } from './framed-email.ts';

interface EmailFrameProps {
  /** The whole document of the email. */
  html: string;
  /** In CSS pixels. */
  width: number;
  isDark: boolean;
}

/**
 * An email in a sandboxed frame without scripts. The frame has the policy of the page, which forbids styles in HTML, so they are set from here
 * when it has loaded. Links open in a tab.
 */
export function EmailFrame({ html, width, isDark }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(0);
  const [loads, setLoads] = useState(0);
  const email = framedEmail(html);

  const paint = useCallback(() => {
    const document = frame.current?.contentDocument;
    const window = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    // Browsers load an empty document first.
    if (!document?.querySelector('[data-style]') || !window) return undefined;
    const sheet = new window.CSSStyleSheet();
    sheet.replaceSync(stylesheetOf(email.stylesheet, isDark));
    document.adoptedStyleSheets = [sheet];
    for (const element of document.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style ?? '';
    // The root element is never lower than the frame.
    const measure = () => setHeight(document.body.scrollHeight);
    measure();
    // Pictures load later.
    const observer = new window.ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [email.stylesheet, isDark]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded document has no styles yet
  useEffect(paint, [paint, loads]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the page is narrower than the email
    <section className={styles.wide} aria-label="The email" tabIndex={0}>
      <iframe
        key={email.document}
        ref={frame}
        className={styles.frame}
        title={`The email at ${width} pixels, ${isDark ? 'dark' : 'light'}`}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        srcDoc={email.document}
        width={width}
        height={height}
        onLoad={() => setLoads((count) => count + 1)}
      />
    </section>
  );
}

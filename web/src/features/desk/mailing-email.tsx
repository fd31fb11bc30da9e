import { useCallback, useEffect, useRef, useState } from 'react';
import type { RenderedMailing } from '../../../../contract/records/desk-mailings.ts';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { downloadText } from '../../lib/download-text.ts';
import styles from './desk.module.css';
import { SelectOne } from './select-one.tsx';

interface MailingEmailProps {
  slug: string;
  email: RenderedMailing;
}

/** The widths of a phone and of the reading pane of an email program, in CSS pixels. */
const widths = { 390: '390 pixels', 600: '600 pixels' };

/** An email as it will look, beside its text, and its pictures. */
export function MailingEmail({
  slug,
  email: { subject, preheader, text, html, pictures },
}: MailingEmailProps) {
  const [width, setWidth] = useState('600');
  const [theme, setTheme] = useState('light');
  return (
    <div className={styles.mailing}>
      <Facts>
        <dt>Subject</dt>
        <dd>{subject}</dd>
        <dt>Preheader</dt>
        <dd>{preheader}</dd>
      </Facts>
      <div className={styles.actions}>
        <SelectOne label="Width" value={width} labels={widths} onSelect={setWidth} />
        <SelectOne
          label="Theme"
          value={theme}
          labels={{ light: 'Light', dark: 'Dark' }}
          onSelect={setTheme}
        />
      </div>
      <div className={styles.email}>
        <Frame html={html} width={Number(width)} isDark={theme === 'dark'} />
        <section aria-label="The email as text" className={styles.words}>
          {text}
        </section>
      </div>
      <div className={styles.pictures}>
        {pictures.map((src) => (
          <Picture key={src} src={src} />
        ))}
      </div>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => downloadText(`${slug}.html`, 'text/html;charset=utf-8', html)}>
          Download the HTML
        </Button>
      </div>
    </div>
  );
}

interface FrameProps {
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
function Frame({ html, width, isDark }: FrameProps) {
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

/** Warns that the readers of an email would not see one of its pictures, which the email itself shows. */
function Picture({ src }: { src: string }) {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing)
    return <FormMessage tone="error">{`${src} does not load. Add the picture again.`}</FormMessage>;
  return <img src={src} alt="" className={styles.probe} onError={() => setIsMissing(true)} />;
}

/** An email for a frame whose policy allows no styles in HTML. */
interface FramedEmail {
  /** The document without its styles. Each `style` attribute is a `data-style`. */
  document: string;
  /** The content of its style element. */
  stylesheet: string;
}

/** Splits the HTML of an email, which `layout-html.ts` writes: text has no quotation marks, so only attributes match. */
export function framedEmail(html: string): FramedEmail {
  const [, stylesheet = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
  const document = html
    .replace(/<style>[^<]*<\/style>/, '')
    .replaceAll(' style="', ' data-style="')
    .replace('<head>', '<head><base target="_blank">');
  return { document, stylesheet };
}

/** The stylesheet of an email in a theme, whatever the theme of the device is. */
export function stylesheetOf(stylesheet: string, isDark: boolean): string {
  return stylesheet
    .replace('color-scheme:light dark', `color-scheme:${isDark ? 'dark' : 'light'}`)
    .replace('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all');
}

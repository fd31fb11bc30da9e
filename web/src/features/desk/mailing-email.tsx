import type { RenderedMailing } from '../../../../contract/records/desk-mailings.ts';
import { Button } from '../../components/button.tsx';
import { downloadText } from '../../lib/download-text.ts';
import styles from './desk.module.css';
import { MailingPicture } from './mailing-picture.tsx';

interface MailingEmailProps {
  slug: string;
  email: RenderedMailing;
}

/** An email as text, and its pictures. The policy of the page allows no frame, so its HTML is a file. */
export function MailingEmail({
  slug,
  email: { subject, preheader, text, html, pictures },
}: MailingEmailProps) {
  return (
    <>
      <div className={styles.preview}>
        <strong>{subject}</strong>
        <p>{preheader}</p>
        <p className={styles.words}>{text}</p>
        <div className={styles.pictures}>
          {pictures.map((src) => (
            <MailingPicture key={src} src={src} />
          ))}
        </div>
      </div>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => downloadText(`${slug}.html`, 'text/html;charset=utf-8', html)}>
          Download the HTML
        </Button>
      </div>
    </>
  );
}

import { useSession } from '../lib/session.ts';
import { publicAddressOf, site } from '../lib/site.ts';
import { useShare } from '../lib/use-share.ts';
import styles from './button.module.css';
import { Button } from './button.tsx';

const title = `Download ${site.name}`;

/**
 * Sends the download address from a phone to the visitor's computer, with the share menu or by
 * email. It uses no server, so it can't be abused to send email in our name.
 */
export function LinkForComputer() {
  const url = publicAddressOf('/download');
  const share = useShare({ title, url });
  const email = useSession()?.email ?? '';

  if (share) return <Button onClick={share}>Send the link to your computer</Button>;
  const query = `subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <a
      className={styles.button}
      data-look="primary"
      href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?${query}`}
    >
      Email the link to yourself
    </a>
  );
}

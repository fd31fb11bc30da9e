import { Button } from '../../components/button.tsx';
import { useCopy } from '../../lib/use-copy.ts';
import { useShare } from '../../lib/use-share.ts';
import styles from './share-link.module.css';

interface ShareLinkProps {
  /** The kind of the page, in a word. */
  what: string;
  title: string;
  address: string;
}

/** Opens the device's share menu with the address, or copies it to the clipboard. */
export function ShareLink({ what, title, address }: ShareLinkProps) {
  const { copy, outcome } = useCopy(address);
  const share = useShare({ title, url: address });

  return (
    <div className={styles.share}>
      <Button look="quiet" onClick={share ?? copy}>
        {share ? `Share this ${what}` : 'Copy the link'}
      </Button>
      <span role="status">{outcome}</span>
    </div>
  );
}

import { Button } from '../../components/button.tsx';
import { useCopy } from '../../lib/use-copy.ts';
import { useShare } from '../../lib/use-share.ts';
import styles from './share-link.module.css';

interface ShareLinkProps {
  title: string;
  address: string;
}

/** Hands the address to the programs of the visitor's device, or puts it on the clipboard. */
export function ShareLink({ title, address }: ShareLinkProps) {
  const { copy, outcome } = useCopy(address);
  const share = useShare({ title, url: address });

  return (
    <div className={styles.share}>
      <Button look="quiet" onClick={share ?? copy}>
        {share ? 'Share this article' : 'Copy the link'}
      </Button>
      <span role="status">{outcome}</span>
    </div>
  );
}

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../lib/use-copy.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import styles from './share-link.module.css';

interface ShareLinkProps {
  title: string;
  address: string;
}

/** Hands the address to the programs of the visitor's device, or puts it on the clipboard. */
export function ShareLink({ title, address }: ShareLinkProps) {
  const { copy, outcome } = useCopy(address);
  const [isRefused, setIsRefused] = useState(false);
  const canShare = useHydrated() && 'share' in navigator && !isRefused;

  async function share() {
    try {
      await navigator.share({ title, url: address });
    } catch (error) {
      // Who closes the list of programs has decided; where there is none, the clipboard is left.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setIsRefused(true);
    }
  }

  return (
    <div className={styles.share}>
      <Button look="quiet" onClick={canShare ? share : copy}>
        {canShare ? 'Share this article' : 'Copy the link'}
      </Button>
      <span role="status">{outcome}</span>
    </div>
  );
}

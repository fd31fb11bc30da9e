import { Button } from '../../components/button.tsx';
import { useCopy } from '../../lib/use-copy.ts';
import styles from './checksum.module.css';

interface ChecksumProps {
  /** The file that it belongs to, for screen readers. */
  of: string;
  /** Hexadecimal; undefined until it is known. */
  sha256: string | undefined;
}

/** A checksum to compare and copy, collapsed because few people need it. */
export function Checksum({ of, sha256 }: ChecksumProps) {
  const { copy, outcome } = useCopy(sha256 ?? '');

  return (
    <details className={styles.checksum}>
      <summary>SHA-256</summary>
      {sha256 ? (
        <>
          <code>{sha256}</code>
          <Button look="quiet" aria-label={`Copy the SHA-256 of ${of}`} onClick={copy}>
            Copy
          </Button>
          <span role="status">{outcome}</span>
        </>
      ) : (
        <p>Not known yet.</p>
      )}
    </details>
  );
}

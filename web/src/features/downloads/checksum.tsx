import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { useCopy } from '../../lib/use-copy.ts';
import styles from './checksum.module.css';

interface ChecksumProps {
  /** The file that it belongs to, for screen readers. */
  of: string;
  /** Hexadecimal; undefined until it is known. */
  sha256: string | undefined;
  /** More about the file. */
  children?: Elements;
}

/** A checksum to compare and copy, collapsed because few people need it. */
export function Checksum({ of, sha256, children }: ChecksumProps) {
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
          {children}
        </>
      ) : (
        <p>Not known yet.</p>
      )}
    </details>
  );
}

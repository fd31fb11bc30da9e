import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import styles from './checksum.module.css';

interface ChecksumProps {
  /** Whose it is, for those who do not see what stands around it. */
  of: string;
  /** Hexadecimal; undefined until it is known. */
  sha256: string | undefined;
}

/** A checksum to compare and to copy, folded away until somebody wants it. */
export function Checksum({ of, sha256 }: ChecksumProps) {
  const [outcome, setOutcome] = useState('');

  async function copy(text: string) {
    setOutcome('');
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      setOutcome('Your browser did not allow it. Please select the text and copy it.');
    }
  }

  return (
    <details className={styles.checksum}>
      <summary>SHA-256</summary>
      {sha256 ? (
        <>
          <code>{sha256}</code>
          <Button look="quiet" aria-label={`Copy the SHA-256 of ${of}`} onClick={() => copy(sha256)}>
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

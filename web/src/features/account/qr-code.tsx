import { useEffect, useState } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { Progress } from '../../components/progress.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { messageOf } from '../../lib/message-of.ts';
import styles from './qr-code.module.css';
import { qrCodePath } from './qr-code-path.ts';

/** In modules. ISO/IEC 18004 requires four; with fewer, some cameras do not find the code. */
const quietZone = 4;

interface QrCodeProps {
  text: string;
  /** Its description for screen readers. */
  label: string;
}

/**
 * A QR code that is drawn locally, so its content goes to no server. Dark on white in both themes,
 * because cameras need that.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const [modules, setModules] = useState<boolean[][] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = true;
    loadChunk('qr-code', () => import('uqr')).then(
      ({ encode }) => isCurrent && setModules(encode(text, { ecc: 'M', border: quietZone }).data),
      (error: unknown) => isCurrent && setFailure(messageOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);

  if (failure) return <FormMessage tone="error">{`${failure} Please type the key instead.`}</FormMessage>;
  if (!modules) return <Progress label="Drawing the QR code…" />;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={qrCodePath(modules)} fill="black" />
    </svg>
  );
}

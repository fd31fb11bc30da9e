import { useEffect, useState } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { Progress } from '../../components/progress.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { messageOf } from '../../lib/message-of.ts';
import styles from './security-tab.module.css';

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

/** The dark modules of a QR code as an SVG path: one rectangle for each run in a row. */
export function qrCodePath(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('');
}

/** The positions and lengths of runs of dark modules. */
function runsOf(row: boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}

import type { ReactNode } from 'react';
import { Illustration } from './illustration.tsx';
import { Lead } from './lead.tsx';
import styles from './page-header.module.css';

/**
 * The background of the title: a part of the chart, given as its view box, or another symbol of
 * illustrations.svg.
 */
const places = {
  coast: { symbol: 'chart', viewBox: '560 190 640 320' },
  isle: { symbol: 'chart', viewBox: '580 435 640 320' },
  mountains: { symbol: 'chart', viewBox: '230 -60 640 320' },
  offing: { symbol: 'chart', viewBox: '560 268 640 320' },
  road: { symbol: 'chart', viewBox: '380 174 640 320' },
  rose: { symbol: 'chart', viewBox: '20 470 640 320' },
  serpent: { symbol: 'serpent' },
  uncharted: { symbol: 'uncharted' },
} as const;

interface PageHeaderProps {
  title: string;
  place: keyof typeof places;
  /** The introduction below the title. */
  children?: ReactNode;
}

/** The title of a page, in front of a part of the chart that continues past the window's edge. */
export function PageHeader({ title, place, children }: PageHeaderProps) {
  const { symbol, ...part } = places[place];

  return (
    <div className={styles.header} data-symbol={symbol}>
      <div className={styles.art}>
        <Illustration name={symbol} {...part} />
      </div>
      <h1>{title}</h1>
      {children && <Lead>{children}</Lead>}
    </div>
  );
}

import { type ChangelogEntry, statusOfLabel } from '../../../../contract/content/changelog.ts';
import { Badge } from '../../components/badge.tsx';
import { InlineText } from '../../components/text/inline-text.tsx';
import { Prose } from '../../components/text/prose.tsx';
import { formatDate } from '../../lib/format-date.ts';
import styles from './version-entry.module.css';

/** Yellow, orange, green, and gray. */
const looks = {
  development: { name: 'In development', tone: 'caution' },
  testing: { name: 'Testing', tone: 'warning' },
  live: { name: 'Live', tone: 'success' },
  withdrawn: { name: 'Withdrawn', tone: 'plain' },
} as const;

/** A version with its changes. Its number is its anchor: `/changelog#0.3.0`. */
export function VersionEntry({
  entry: { version, date, label, body, categories },
  isWithdrawn,
}: {
  entry: ChangelogEntry;
  isWithdrawn?: boolean | undefined;
}) {
  const status = isWithdrawn ? 'withdrawn' : statusOfLabel(label);

  return (
    <section
      id={version}
      className={styles.entry}
      data-status={status}
      aria-labelledby={`version-${version}`}
    >
      <div className={styles.heading}>
        <h2 id={`version-${version}`}>
          <a href={`#${version}`}>{version}</a>
        </h2>
        <Badge tone={looks[status].tone}>{looks[status].name}</Badge>
        <time dateTime={date}>{formatDate(date)}</time>
      </div>
      <Prose sections={body} />
      {categories.map(({ name, changes }) => (
        <div key={name} className={styles.category}>
          <h3>{name}</h3>
          <ul>
            {changes.map((content, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: static text, the order never changes
              <li key={index}>
                <InlineText content={content} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

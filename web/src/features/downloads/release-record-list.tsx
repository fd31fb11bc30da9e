import { describeEntry, type RecordEntry, recordPath } from '../../../../contract/records/release-record.ts';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import styles from './release-record-list.module.css';
import { usePublished } from './use-published.ts';

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** The entries of the release record, which lists the oldest first, in reverse. */
export function ReleaseRecordList() {
  const { content, hasFailed, isMissing } = usePublished<RecordEntry[]>(`/${recordPath}`);

  return (
    <div className={styles.record}>
      <noscript>
        <p>The list needs JavaScript, and the file has the same entries.</p>
      </noscript>
      {hasFailed && (
        <Notice tone="error">The record could not be loaded. Reload the page to try again.</Notice>
      )}
      {!content && !hasFailed && !isMissing && <Progress label="Loading the record…" />}
      {isMissing && <p>The record begins with the next change of a release.</p>}
      {content && (
        <ol reversed>
          {[...content].reverse().map((entry) => (
            <li key={entry.previous ?? 'first'}>
              <time dateTime={entry.at}>{`${timeFormat.format(new Date(entry.at))} UTC`}</time>
              <span>{`${describeEntry(entry)}.`}</span>
              {entry.files && (
                <details>
                  <summary>{`SHA-256 of the files of ${entry.version}`}</summary>
                  {entry.files.map(({ fileName, sha256 }) => (
                    <p key={fileName}>
                      <span>{fileName}</span> <code>{sha256}</code>
                    </p>
                  ))}
                </details>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

import { type Advisory, advisoryPath, summaryOf } from '../../../../contract/content/advisory.ts';
import { formatDate } from '../../lib/format-date.ts';

/** Every advisory about the app, the newest first. */
export function SecurityAdvisories({ advisories }: { advisories: Advisory[] }) {
  if (advisories.length === 0) return <p>There is no advisory so far.</p>;
  return (
    <>
      {advisories.map((advisory) => {
        const { title, tracking } = advisory.document;
        const changed = tracking.current_release_date;
        return (
          <section key={tracking.id} aria-labelledby={tracking.id}>
            <h3 id={tracking.id}>{title}</h3>
            <p>
              <span>{tracking.id}</span>, <time dateTime={changed}>{formatDate(changed)}</time>,{' '}
              <a href={`/${advisoryPath(advisory)}`}>as a file</a>
            </p>
            {summaryOf(advisory) && <p>{summaryOf(advisory)}</p>}
          </section>
        );
      })}
    </>
  );
}

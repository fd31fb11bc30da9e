import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/format-date.ts';

/** The date of a version of the terms, as a link to its page. */
export function TermsLink({ version }: { version: string }) {
  return (
    <Link to={`/terms/${version}`}>
      <time dateTime={version}>{formatDate(version)}</time>
    </Link>
  );
}

import { useSearchParams } from 'react-router-dom';
import { expiredLink } from '../../../contract/rules/signed-links.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { Notice } from './notice.tsx';

/** Explains an expired link to a file. CloudFront redirects people with such a link to the page. */
export function ExpiredLink() {
  const [searchParams] = useSearchParams();
  const isHydrated = useHydrated();
  if (!isHydrated || searchParams.get(expiredLink.parameter) !== expiredLink.value) return null;
  return (
    <Notice tone="info">
      <p>This link to a file has expired. Start the download again on this page.</p>
    </Notice>
  );
}

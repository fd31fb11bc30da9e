import { ButtonLink } from '../components/button-link.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';

export default function NotFoundPage() {
  return (
    <Page title="Page not found" description="There is no page at this address." hasNoAddress>
      <PageHeader title="Here be dragons" place="serpent" />
      <p>The page you are trying to access does not exist.</p>
      <p>You have sailed off the edge of the map. The page may have moved, or the link may have a typo.</p>
      <p>
        <ButtonLink to="/">Back to known waters</ButtonLink>
      </p>
    </Page>
  );
}

import { ButtonLink } from '../components/button-link.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';

export default function NoPage() {
  return (
    <Page title="No page" description="The page you are trying to access does not exist.">
      <PageHeader title="Uncharted" place="uncharted" />
      <p>The page you are trying to access does not exist.</p>
      <p>
        <ButtonLink to="/">Back to the start</ButtonLink>
      </p>
    </Page>
  );
}

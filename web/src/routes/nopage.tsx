import { ButtonLink } from '../components/button-link.tsx';
import { Page } from '../components/page.tsx';

export default function NoPage() {
  return (
    <Page title="No page" description="The page you are trying to access does not exist.">
      <h1>Uncharted</h1>
      <p>The page you are trying to access does not exist.</p>
      <p>
        <ButtonLink to="/">Back to the start</ButtonLink>
      </p>
    </Page>
  );
}

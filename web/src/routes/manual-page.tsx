import { Link } from 'react-router-dom';
import type { ManualPageText } from '../../../contract/content/manual-page.ts';
import type { ManualPageId } from '../../../contract/content/manual-pages.ts';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Prose } from '../components/text/prose.tsx';
import { WithContents } from '../components/text/with-contents.tsx';
import { ManualPicture } from '../features/manual/manual-picture.tsx';
import { WasItClear } from '../features/manual/was-it-clear.tsx';

interface ManualPageProps extends ManualPageText {
  id: ManualPageId;
}

/** A page of the manual, at `/manual/<id>`. */
export default function ManualPage({ id, title, description, picture, sections }: ManualPageProps) {
  return (
    <Page title={title} description={description} width="wide">
      <PageHeader title={title} place="road">
        {description}
      </PageHeader>
      <WithContents sections={sections}>
        <article>
          <ManualPicture {...picture} />
          <Prose sections={sections} />
        </article>
        <WasItClear page={id} />
        <p>
          <Link to="/manual">All pages of the manual</Link>
        </p>
      </WithContents>
    </Page>
  );
}

import type { LegalText } from '../../../../contract/content/legal-text.ts';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Prose } from '../../components/text/prose.tsx';
import { WithContents } from '../../components/text/with-contents.tsx';
import { formatDate } from '../../lib/format-date.ts';

export function LegalPage({ text: { title, description, updatedAt, sections } }: { text: LegalText }) {
  return (
    <Page title={title} description={description} width="wide">
      <PageHeader title={title} place="rose">
        Last updated <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>.
      </PageHeader>
      <WithContents sections={sections}>
        <article>
          <Prose sections={sections} />
        </article>
      </WithContents>
    </Page>
  );
}

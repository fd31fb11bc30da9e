import type { LegalText } from '../../../../contract/content/legal-text.ts';
import type { Section } from '../../../../contract/content/sections.ts';
import type { Elements } from '../../components/elements.ts';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Prose } from '../../components/text/prose.tsx';
import { WithContents } from '../../components/text/with-contents.tsx';
import { formatDate } from '../../lib/format-date.ts';

interface LegalPageProps {
  text: LegalText;
  /** Content that is not in the text, and the id of the heading under which it is shown. */
  addition?: { under: string; content: Elements };
}

export function LegalPage({ text, addition }: LegalPageProps) {
  const { title, description, updatedAt, sections } = text;
  const end = addition ? endOfPart(sections, addition.under) : sections.length;
  return (
    <Page title={title} description={description} width="wide">
      <PageHeader title={title} place="rose">
        Last updated <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>.
      </PageHeader>
      <WithContents sections={sections}>
        <article>
          <Prose sections={sections.slice(0, end)}>{addition?.content}</Prose>
          {addition && <Prose sections={sections.slice(end)} />}
        </article>
      </WithContents>
    </Page>
  );
}

/** The index of the heading that follows the part. Throws if the text has no such part. */
function endOfPart(sections: Section[], id: string): number {
  const start = sections.findIndex((section) => section.type === 'header' && section.id === id);
  if (start < 0) throw new Error(`The text has no heading with the id ${id}.`);
  const next = sections.findIndex(({ type }, index) => index > start && type === 'header');
  return next < 0 ? sections.length : next;
}

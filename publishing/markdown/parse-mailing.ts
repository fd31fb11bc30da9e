import { basename } from 'node:path';
import { articleSummary, type StoredSection } from '../../contract/records/article.ts';
import { type MailGroup, unsubscribableGroups } from '../../contract/records/user.ts';
import { maxPreheaderLength, maxSubjectLength } from '../../contract/rules/mailing-rules.ts';
import { ContentError, readMarkdown, requiredFields } from './markdown.ts';
import { storedSections } from './stored-sections.ts';

/** A mailing as its author wrote it. */
export interface WrittenMailing {
  slug: string;
  group: MailGroup;
  subject: string;
  preheader: string;
  content: StoredSection[];
}

const names = ['group', 'subject', 'preheader'] as const;

/**
 * Parses a Markdown file with the fields `group`, `subject` and `preheader`. The name of the file is the slug.
 * @throws ContentError with the line of what cannot be sent
 */
export function parseMailing(file: string, text: string): WrittenMailing {
  const markdown = readMarkdown(file, text);
  const refuseField = (name: string, problem: string): never => {
    throw new ContentError(file, markdown.fieldLines[name] ?? 1, problem);
  };
  const unknown = Object.keys(markdown.fields).find((name) => !names.some((known) => known === name));
  if (unknown) refuseField(unknown, `has an unknown field ${unknown}; known are ${names.join(', ')}`);
  const { group, subject, preheader } = requiredFields(markdown, names);
  const refuseLonger = (name: string, value: string, limit: number) => {
    if (value.length > limit)
      refuseField(name, `the ${name} has ${value.length} characters; the limit is ${limit}`);
  };
  refuseLonger('subject', subject, maxSubjectLength);
  refuseLonger('preheader', preheader, maxPreheaderLength);
  const known = unsubscribableGroups.find((each) => each === group);
  const slug = basename(file).replace(/\.md$/, '');
  if (!articleSummary.shape.slug.safeParse(slug).success)
    throw new ContentError(file, 1, 'the name of the file is not like 2026-12-news.md');
  const content = storedSections(markdown, { allowsPictures: true });
  if (content.length === 0) throw new ContentError(file, 1, 'has no text');
  return {
    slug,
    group: known ?? refuseField('group', `the group must be one of ${unsubscribableGroups.join(', ')}`),
    subject,
    preheader,
    content,
  };
}

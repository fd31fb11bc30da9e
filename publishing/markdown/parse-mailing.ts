import { basename } from 'node:path';
import { roadmapItemIds } from '../../contract/content/roadmap-items.ts';
import { articleLimits, articleSummary, type StoredSection } from '../../contract/records/article.ts';
import type { Recipients } from '../../contract/records/mailing.ts';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import { slugsForVoters, votedItemOf, votersOf } from '../../contract/rules/mailing-audience.ts';
import { bytesOf } from '../../contract/rules/stored-bytes.ts';
import { ContentError, readMarkdown, requiredFields } from './markdown.ts';
import { storedSections, tooLong } from './stored-sections.ts';

/** A mailing as its author wrote it. */
export interface WrittenMailing extends Recipients {
  slug: string;
  subject: string;
  preheader: string;
  content: StoredSection[];
}

const names = ['group', 'subject', 'preheader'] as const;

const optionalNames = ['audience'] as const;

const mailingAudiences = ['unlicensed', ...roadmapItemIds.map(votersOf)];

/**
 * Parses a Markdown file with the fields `group`, `subject` and `preheader`, and perhaps `audience`. The name of the file is the slug.
 * @throws ContentError with the line of the mistake
 */
export function parseMailing(file: string, text: string): WrittenMailing {
  const markdown = readMarkdown(file, text);
  const refuseField = (name: string, problem: string): never => {
    throw new ContentError(file, markdown.fieldLines[name] ?? 1, problem);
  };
  const knownNames: string[] = [...names, ...optionalNames];
  const unknown = Object.keys(markdown.fields).find((name) => !knownNames.includes(name));
  if (unknown) refuseField(unknown, `has an unknown field ${unknown}; known are ${knownNames.join(', ')}`);
  const { group, subject, preheader } = requiredFields(markdown, names);
  const refuseLonger = (name: string, value: string, limit: number) => {
    if (bytesOf(value) > limit) refuseField(name, `the ${name} ${tooLong(bytesOf(value), limit)}`);
  };
  // A newsletter becomes an article of the archive.
  refuseLonger('subject', subject, articleLimits.headline);
  refuseLonger('preheader', preheader, articleLimits.description);
  const known = unsubscribableGroups.find((each) => each === group);
  const audience = mailingAudiences.find((each) => each === markdown.fields.audience);
  const item = votedItemOf(audience);
  if (markdown.fields.audience && !audience)
    refuseField(
      'audience',
      'the audience must be unlicensed, “voters of” an item of the roadmap, or missing for everybody',
    );
  // The voters agreed to emails that ask for feedback, not to others.
  if (item && group !== 'feedback') refuseField('group', 'the group of a mailing to voters must be feedback');
  const slug = basename(file).replace(/\.md$/, '');
  if (!articleSummary.shape.slug.safeParse(slug).success)
    throw new ContentError(file, 1, 'the name of the file is not like 2026-12-news.md');
  if (item && !slugsForVoters(item).includes(slug))
    throw new ContentError(
      file,
      1,
      `the name of a mailing to these voters must be roadmap-${item}, and end with -2 to -9 for further ones`,
    );
  const content = storedSections(markdown);
  if (content.length === 0) throw new ContentError(file, 1, 'has no text');
  const [textBeforeLink] = text.split(/\]\(#/);
  if (textBeforeLink !== undefined && textBeforeLink !== text)
    throw new ContentError(
      file,
      textBeforeLink.split('\n').length,
      'links to a place in the text, which email programs do not support',
    );
  return {
    slug,
    group: known ?? refuseField('group', `the group must be one of ${unsubscribableGroups.join(', ')}`),
    ...(audience ? { audience } : {}),
    subject,
    preheader,
    content,
  };
}

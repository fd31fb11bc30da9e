import type { StoredArticle, StoredSection } from '../../contract/records/article.ts';

/** The Markdown file of an article that is stored without its file. It has neither the comments nor the line breaks of the author. */
export function articleText(
  article: Pick<
    StoredArticle,
    'slug' | 'headline' | 'author' | 'createdAt' | 'description' | 'cover' | 'coverImageUrl' | 'content'
  >,
): string {
  const { slug, headline, author, createdAt, description, cover, coverImageUrl, content } = article;
  const fields = {
    slug,
    headline,
    author,
    createdAt,
    description,
    // The name of the author's file is unknown. The article keeps the pictures that it has.
    ...(cover && { cover: coverImageUrl?.split('/').at(-1) ?? slug, coverAlternative: cover.alternative }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value.replaceAll(/\s+/g, ' ')}`);
  const blocks = content.map((section, index) => blockOf(section, content[index - 1]));
  return `---\n${lines.join('\n')}\n---\n\n${blocks.join('\n\n')}\n`;
}

function blockOf(section: StoredSection, previous: StoredSection | undefined): string {
  switch (section.type) {
    case 'header':
      return `${'#'.repeat(section.level)} ${section.content}`;
    case 'paragraph':
      return section.content;
    case 'list': {
      // With the same mark, two lists would become one.
      const mark = previous?.type === 'list' ? '*' : '-';
      return section.content.map(({ content }) => `${mark} ${content}`).join('\n');
    }
    case 'picture': {
      const { alternative, url, width, height } = section;
      return `![${alternative.replaceAll(/[\\[\]]/g, '\\$&')}](${url} "${width}x${height}")`;
    }
  }
}

import type { Image, Nodes, PhrasingContent, RootContent } from 'mdast';
import { pictureFiles } from '../../contract/content/picture-files.ts';
import { articleLimits, pictureSection, type StoredSection } from '../../contract/records/article.ts';
import { bytesOf, storedBytes } from '../../contract/rules/stored-bytes.ts';
import { cannotShow, inlineOf, isComment, type MarkdownFile } from './markdown.ts';

/**
 * The blocks of a file as the Articles table stores them.
 * @throws ContentError with the line of a block that is not supported
 */
export function storedSections(markdown: MarkdownFile): StoredSection[] {
  const nodes = markdown.root.children.filter((node) => !isComment(node));
  refuseTooMany(markdown, nodes, articleLimits.sections, 'headings, paragraphs and lists');
  const sections = nodes.map((node) => sectionOf(markdown, node));
  let bytes = storedBytes([]);
  for (const [index, section] of sections.entries()) {
    bytes += storedBytes([section]) - storedBytes([]);
    const node = nodes[index];
    if (node && bytes > articleLimits.content)
      markdown.refuse(
        node,
        `the text ${tooLong(storedBytes(sections), articleLimits.content)}. It exceeds the limit here: publish it in two parts`,
      );
  }
  return sections;
}

/** An umlaut takes two bytes and a Chinese character three. */
export const tooLong = (bytes: number, maxBytes: number) =>
  `has ${bytes} bytes (in UTF-8); the limit is ${maxBytes}`;

function sectionOf(markdown: MarkdownFile, node: RootContent): StoredSection {
  const parts = node.type === 'paragraph' ? node.children : [];
  const image = parts.find((part) => part.type === 'image');
  if (image && parts.length > 1) return markdown.refuse(node, 'a picture must be a paragraph of its own');
  if (image) return pictureOf(markdown, image);
  switch (node.type) {
    case 'heading':
      if (node.depth !== 2 && node.depth !== 3)
        return markdown.refuse(node, `a heading must have level 2 or 3, not ${node.depth}`);
      return { type: 'header', level: node.depth, content: lineOf(markdown, node) };
    case 'paragraph':
      return { type: 'paragraph', content: lineOf(markdown, node) };
    case 'list':
      if (node.ordered) return markdown.refuse(node, 'has a numbered list, which is not supported');
      refuseTooMany(markdown, node.children, articleLimits.itemsOfList, 'items in one list');
      return {
        type: 'list',
        content: node.children.map((item) => {
          const [paragraph, ...others] = item.children;
          if (paragraph?.type !== 'paragraph' || others.length > 0)
            return markdown.refuse(item, 'a list item must be one paragraph');
          return { content: lineOf(markdown, paragraph) };
        }),
      };
    default:
      return markdown.refuse(node, cannotShow(node));
  }
}

/** Reads `![What it shows](/media/pictures/map.png "1200x800")`. */
function pictureOf(markdown: MarkdownFile, { alt, url, title, position }: Image): StoredSection {
  if (!alt?.trim())
    return markdown.refuse(
      { position },
      `the picture ${url} has no text in [ ]: what it shows, for people who do not see it`,
    );
  const [, width, height] = /^(\d+)x(\d+)$/.exec(title ?? '') ?? [];
  const { data: picture } = pictureSection.safeParse({
    type: 'picture',
    url,
    alternative: alt,
    width: Number(width),
    height: Number(height),
  });
  if (!picture)
    return markdown.refuse(
      { position },
      `the picture ${url} is not like ![What it shows](/media/pictures/map.png "1200x800"), with its width and height in pixels. Upload it at the desk, which writes this line`,
    );
  if (!/\.(png|jpe?g)$/i.test(url))
    return markdown.refuse(
      { position },
      'a picture must be a PNG or JPEG file, which every email program shows',
    );
  const { width: ownWidth, height: ownHeight } = pictureFiles(picture).at(-1) ?? picture;
  if (picture.width !== ownWidth || picture.height !== ownHeight)
    return markdown.refuse(
      { position },
      `the picture ${url} has ${ownWidth} × ${ownHeight} pixels. Write "${ownWidth}x${ownHeight}" after its path`,
    );
  return picture;
}

/**
 * Returns the Markdown of the node in one line. Throws `ContentError` for unsupported inline forms.
 */
function lineOf(markdown: MarkdownFile, node: Nodes & { children: PhrasingContent[] }): string {
  const start = node.children[0]?.position?.start.offset;
  const end = node.children.at(-1)?.position?.end.offset;
  const line = markdown.body.slice(start, end).replaceAll(/\s*\n\s*/g, ' ');
  if (node.children.length === 0 || line.trim() === '')
    return markdown.refuse(node, `has an empty ${node.type}`);
  const bytes = bytesOf(line);
  if (bytes > articleLimits.line)
    return markdown.refuse(node, `a ${node.type} ${tooLong(bytes, articleLimits.line)}`);
  inlineOf(markdown, node.children);
  // Inline code may contain any of these forms.
  const words = line.replaceAll(/`[^`]*`/g, '');
  for (const [sign, name] of foreignForms) {
    if (sign.test(words)) markdown.refuse(node, `has ${name}, which is not supported`);
  }
  return line;
}

/**
 * Forms of other Markdown dialects. Our parser treats them as text, so readers would see the raw
 * characters.
 */
const foreignForms = [
  [/^\|.*\|/, 'a table'],
  [/~~/, 'strikethrough text'],
  [/^\[[ xX]\] /, 'a task list'],
  [/\[\^[^\]]+\]/, 'a footnote'],
  [/\[\s*\]\(/, 'a link without words'],
] as const;

function refuseTooMany(markdown: MarkdownFile, nodes: Nodes[], max: number, what: string): void {
  const [first] = nodes.slice(max);
  if (first) markdown.refuse(first, `has ${nodes.length} ${what}; the limit is ${max}`);
}

import { Link } from 'react-router-dom';
import type { Inline } from '../../../../contract/content/sections.ts';
import { NewTabLink } from '../new-tab-link.tsx';

/** Text with inline formatting. Links to other sites open in a new tab. */
export function InlineText({ content }: { content: Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: static text, the order never changes
  return content.map((part, index) => <InlinePart key={index} part={part} />);
}

function InlinePart({ part }: { part: Inline }) {
  if (typeof part === 'string') return part;
  const text = <InlineText content={part.content} />;
  switch (part.mark) {
    case 'strong':
      return <strong>{text}</strong>;
    case 'emphasis':
      return <em>{text}</em>;
    case 'code':
      return <code>{text}</code>;
    case 'link':
      if (isPage(part.href)) return <Link to={part.href}>{text}</Link>;
      return part.href.startsWith('https:') ? (
        <NewTabLink href={part.href}>{text}</NewTabLink>
      ) : (
        <a href={part.href}>{text}</a>
      );
  }
}

/** Whether the link leads to a file of the site, such as a feed, which the router cannot open. */
function isPage(href: string): boolean {
  return /^\/[^.]*$/.test(href.replace(/[?#].*/, ''));
}

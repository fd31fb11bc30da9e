import type { ArticleSection } from '../../../../contract/content/sections.ts';
import type { Elements } from '../elements.ts';
import { InlineText } from './inline-text.tsx';
import styles from './prose.module.css';

interface ProseProps {
  sections: ArticleSection[];
  /** A table after the sections. */
  children?: Elements;
}

/** Long text, styled for the screen and for print. */
export function Prose({ sections, children }: ProseProps) {
  return (
    <div className={styles.prose}>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static text, the order never changes
        <ProseSection key={index} section={section} />
      ))}
      {children}
    </div>
  );
}

function ProseSection({ section }: { section: ArticleSection }) {
  switch (section.type) {
    case 'header': {
      const Heading = `h${section.level}` as const;
      return (
        <Heading id={section.id}>
          <InlineText content={section.content} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <InlineText content={section.content} />
        </p>
      );
    case 'list': {
      const List = section.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {section.content.map(({ content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static text, the order never changes
            <li key={index}>
              <InlineText content={content} />
            </li>
          ))}
        </List>
      );
    }
    case 'picture': {
      const { url, alternative, width, height } = section;
      return (
        <figure>
          <img src={url} alt={alternative} width={width} height={height} loading="lazy" />
        </figure>
      );
    }
  }
}

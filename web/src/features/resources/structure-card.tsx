import { useEffect, useRef, useState } from 'react';
import { structureFile } from '../../../../contract/rules/resource-files.ts';
import { Card } from '../../components/card.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import hidden from '../../components/visually-hidden.module.css';
import type { SignedLink } from '../../lib/use-signed-link.ts';
import { BeatDiagram, inPercent } from './beat-diagram.tsx';
import type { StoryStructure } from './story-structures.ts';
import styles from './structure-card.module.css';

interface StructureCardProps {
  structure: StoryStructure;
  download?: SignedLink<'downloadResource'>;
}

export function StructureCard({ structure, download }: StructureCardProps) {
  const { name, slug, description, beats } = structure;
  const file = structureFile(slug);

  return (
    <Card
      level={3}
      isLaidOutLater
      title={name}
      badge={<span className={styles.count}>{`${beats.length} beats`}</span>}
    >
      <BeatDiagram beats={beats} />
      <p>{description}</p>
      <DetailsOnDemand structure={structure} />
      {download && (
        <DownloadButton look="quiet" {...download.buttonOf(file, { file })}>
          Download <span className={hidden.visuallyHidden}>{name}</span>
        </DownloadButton>
      )}
    </Card>
  );
}

/**
 * The details of a card render when it opens, because thirty full structures are three times the bytes
 * of any other page.
 */
function DetailsOnDemand({ structure: { name, suits, origin, beats } }: { structure: StoryStructure }) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // It may have been opened before hydration.
  useEffect(() => setIsOpen(details.current?.open ?? false), []);

  return (
    <details
      ref={details}
      className={styles.details}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        The beats <span className={hidden.visuallyHidden}>{`of ${name}`}</span>
      </summary>
      {isOpen && (
        <>
          <dl className={styles.facts}>
            <dt>Suits</dt>
            <dd>{suits}</dd>
            <dt>Origin</dt>
            <dd>{origin}</dd>
          </dl>
          <ol className={styles.beats}>
            {beats.map(({ title, position, happens, question }) => (
              <li key={title}>
                <h4>
                  <span>{title}</span> <span>{inPercent(position)}</span>
                </h4>
                <p>{happens}</p>
                <p className={styles.question}>{question}</p>
              </li>
            ))}
          </ol>
        </>
      )}
    </details>
  );
}

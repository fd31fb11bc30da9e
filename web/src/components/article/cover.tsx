import type { PublishedSummary } from '../../../../contract/records/article.ts';
import { useMissingPicture } from '../../lib/use-missing-picture.ts';
import styles from './cover.module.css';
import { CoverDrawing } from './cover-drawing.tsx';

interface CoverProps {
  article: Pick<PublishedSummary, 'slug' | 'cover' | 'coverImageUrl'>;
  /** Its displayed width. */
  sizes: string;
  /** Set if the text next to the picture describes it. */
  isDecorative?: boolean;
  isLazy?: boolean;
}

/** The picture of an article, or a generated island if it is missing or fails to load. */
export function Cover({ article: { slug, cover, coverImageUrl }, sizes, isDecorative, isLazy }: CoverProps) {
  const { image, onError, isMissing } = useMissingPicture();
  if (!coverImageUrl || isMissing) return <CoverDrawing slug={slug} />;

  const srcSet = (type: string) =>
    cover?.pictures
      .filter((picture) => picture.type === type)
      .map(({ url, width }) => `${url} ${width}w`)
      .join();
  return (
    <picture>
      {cover && <source type="image/avif" srcSet={srcSet('image/avif')} sizes={sizes} />}
      <img
        ref={image}
        onError={onError}
        className={styles.cover}
        srcSet={srcSet('image/webp')}
        sizes={sizes}
        src={coverImageUrl}
        width={cover?.width}
        height={cover?.height}
        loading={isLazy ? 'lazy' : 'eager'}
        alt={isDecorative ? '' : (cover?.alternative ?? '')}
      />
    </picture>
  );
}

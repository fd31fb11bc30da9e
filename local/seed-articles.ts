import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Picture } from '../publishing/pictures/cover-pictures.ts';
import { announceChange, readArticle } from '../scripts/commands/article/await-publication.ts';
import { prepareArticle, publishArticle } from '../scripts/commands/article/change-article.ts';
import type { Connection } from '../scripts/commands/stage/connect.ts';
import { writeDurably } from './files/write-durably.ts';

const articlesFolder = 'content/blog';
/**
 * Drawing takes seconds, and every new local cloud needs the same pictures, so they are cached in
 * the build folder.
 */
const picturesFolder = 'dist';

interface SeedOptions {
  to: Connection;
  /** The file that records that it was done: from then on, the team edits the articles. */
  marker: string;
  signal: AbortSignal;
}

/** Publishes the articles of this repository like the team. Safe to interrupt and repeat. */
export async function seedArticles({ to, marker, signal }: SeedOptions): Promise<void> {
  const names = (await readdir(articlesFolder)).filter((name) => name.endsWith('.md'));
  for (const name of names) {
    if (signal.aborted) return;
    const prepared = await prepareArticle(join(articlesFolder, name));
    const { slug } = prepared.article;
    const { live, draft } = await readArticle(to, slug);
    if (!live && !draft) {
      await publishArticle({
        to,
        prepared: { ...prepared, pictures: prepared.pictures.map((picture) => kept(picture, signal)) },
        now: () => new Date(),
        onUploaded: () => {},
      });
    } else if (live) {
      // An earlier start may have ended before it published the event.
      await announceChange(to, slug);
    }
  }
  await writeDurably(marker, `${new Date().toISOString()}\n`);
}

function kept(picture: Picture, signal: AbortSignal): Picture {
  const file = join(picturesFolder, picture.key);
  return {
    ...picture,
    draw: async () => {
      signal.throwIfAborted();
      return readFile(file).catch(async () => {
        const bytes = await picture.draw();
        await mkdir(dirname(file), { recursive: true });
        // Another cloud may draw the same picture.
        const temporary = `${file}.${process.pid}.tmp`;
        await writeFile(temporary, bytes);
        await rename(temporary, file);
        return bytes;
      });
    },
  };
}

import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { cacheControl } from '../lib/delivery.ts';

const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Puts the built site into its bucket, with the cache settings that the stack's deployment gives it. */
export async function syncSite(
  s3: S3Client,
  bucket: string,
  folder: string,
  settings: object,
): Promise<number> {
  const put = (key: string, body: string | Buffer) =>
    s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: contentTypes[extname(key)] ?? 'application/octet-stream',
        CacheControl: key.startsWith('assets/') ? cacheControl.assets : cacheControl.pages,
      }),
    );
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) =>
      put(
        file
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
        await readFile(file),
      ),
    ),
  );
  await put('config.json', JSON.stringify(settings));
  return files.length;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { articleText } from './article-text.ts';
import { parseArticle } from './parse-article.ts';

const folder = 'content/blog';
const names = readdirSync(folder).filter((name) => name.endsWith('.md'));

const own = `---
slug: own
headline: A map: "two" islands
author: Ana
createdAt: 2026-12-01
description: D
---

A paragraph with *emphasis*, \`code\` and [a link](/pricing).

- one
- two

* another list

### A part
`;

it.each([...names, 'own.md'])('writes %s so that it is read as the same article', (name) => {
  const text = name === 'own.md' ? own : readFileSync(join(folder, name), 'utf8');
  const { cover, refuseField: _, ...article } = parseArticle(name, text);
  const stored = {
    ...article,
    ...(cover && { cover: { alternative: cover.alternative, width: 1, height: 1, pictures: [] } }),
  };
  const { cover: readCover, refuseField: __, ...read } = parseArticle(name, articleText(stored));
  expect(read).toEqual(article);
  expect(readCover?.alternative).toBe(cover?.alternative);
});

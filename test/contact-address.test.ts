import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['content/contact.ts', ...globSync('content/legal/*.md')])(
  'takes the email addresses of %s from settings.ts',
  (file) => {
    expect(readFileSync(file, 'utf8').match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g)).toBeNull();
  },
);

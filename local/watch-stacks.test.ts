import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { watchStacks } from './watch-stacks.ts';

const onChange = vi.fn();
const soon = (assertion: () => void) => vi.waitFor(assertion, { timeout: 5000 });
let folder: string;

beforeEach(() => {
  vi.resetAllMocks();
  folder = mkdtempSync(join(tmpdir(), 'watch-stacks-'));
  save('queue.ts', 'one');
  const watching = watchStacks(onChange, [[folder, (file) => file.endsWith('.ts')]]);
  return () => {
    watching.stop();
    rmSync(folder, { recursive: true });
  };
});

const save = (file: string, text: string) => writeFileSync(join(folder, file), text);

it('calls back when a file of the stacks has changed', async () => {
  save('queue.ts', 'two');
  await soon(() => expect(onChange).toHaveBeenCalledOnce());
});

it('ignores other files, and a file that was saved without a change', async () => {
  save('notes.md', 'new');
  save('queue.ts', 'one');
  save('topic.ts', 'new');
  await soon(() => expect(onChange).toHaveBeenCalledOnce());
  save('notes.md', 'newer');
  save('queue.ts', 'two');
  await soon(() => expect(onChange).toHaveBeenCalledTimes(2));
});

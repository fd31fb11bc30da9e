import { expect, test, vi } from 'vitest';
import { dynaliteDb } from './dynalite.ts';

test('counts the bytes of UTF-8, even after it is loaded again', async () => {
  const item = { text: { S: '𠀀'.repeat(1000) } };
  for (let load = 0; load < 3; load++) {
    vi.resetModules();
    await import('./correct-dynalite.ts');
    expect(dynaliteDb.itemSize(item)).toBe('text'.length + 4 * 1000);
  }
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { functionFolders, hashFunctionInputs } from '../scripts/build/hash-build-inputs.ts';
import { AlreadyBuilding } from '../scripts/build/lock-build.ts';
import { discardOldBundles } from '../scripts/build/reuse-bundles.ts';
import { watchFunctions } from './watch-functions.ts';

vi.mock('../scripts/build/reuse-bundles.ts');
vi.mock('../scripts/build/hash-build-inputs.ts', () => ({
  functionFolders: [],
  hashFunctionInputs: vi.fn(),
}));

const onChange = vi.fn();
const soon = (assertion: () => void) => vi.waitFor(assertion, { timeout: 5000 });
let folder: string;

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(hashFunctionInputs).mockReturnValue('before');
  folder = mkdtempSync(join(tmpdir(), 'watch-functions-'));
  mkdirSync(join(folder, 'me'));
  functionFolders.splice(0, functionFolders.length, folder);
  const watching = watchFunctions(onChange);
  return () => {
    watching.stop();
    rmSync(folder, { recursive: true });
  };
});

const save = () => writeFileSync(join(folder, 'me/handler.ts'), 'export const handler = () => 1;');

describe('watchFunctions', () => {
  it('discards the bundles and calls back when the code has changed', async () => {
    vi.mocked(hashFunctionInputs).mockReturnValue('after');
    save();
    await soon(() => expect(onChange).toHaveBeenCalledOnce());
    expect(discardOldBundles).toHaveBeenCalledBefore(onChange);
  });

  it('calls back even when a call has already discarded the bundles', async () => {
    vi.mocked(hashFunctionInputs).mockReturnValue('after');
    vi.mocked(discardOldBundles).mockReturnValue(false);
    save();
    await soon(() => expect(onChange).toHaveBeenCalledOnce());
  });

  it('tries again while another process builds', async () => {
    vi.mocked(hashFunctionInputs).mockReturnValue('after');
    vi.mocked(discardOldBundles).mockImplementationOnce(() => {
      throw new AlreadyBuilding('Another build is running.');
    });
    save();
    await soon(() => expect(onChange).toHaveBeenCalledOnce());
    expect(discardOldBundles).toHaveBeenCalledTimes(2);
  });

  it('ignores a saved file without a change', async () => {
    save();
    // Once before it watches, and once for the file.
    await soon(() => expect(vi.mocked(hashFunctionInputs).mock.calls.length).toBeGreaterThan(1));
    expect(onChange).not.toHaveBeenCalled();
  });
});

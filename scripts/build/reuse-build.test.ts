import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashInputs } from './keep-template.ts';
import { reuseBuild } from './reuse-build.ts';

let dir: string;
let builds: number;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'reuse-build-'));
  mkdirSync(join(dir, 'source'));
  writeFileSync(join(dir, 'source/page.ts'), 'page');
  builds = 0;
});
afterEach(() => rmSync(dir, { recursive: true }));

const output = () => join(dir, 'output');
const hashFile = () => join(dir, 'hash');
const run = ({ otherInputs = {}, fails = false, whileBuilding = () => {} } = {}) =>
  reuseBuild(
    {
      hashFile: hashFile(),
      hashInputs: () => hashInputs(otherInputs, [[join(dir, 'source'), () => true]]),
      folders: [output()],
    },
    async () => {
      builds += 1;
      mkdirSync(output(), { recursive: true });
      whileBuilding();
      if (fails) throw new Error('It does not compile.');
    },
  );

describe('reuseBuild', () => {
  it('builds once for the same inputs', async () => {
    expect([await run(), await run()]).toEqual([false, true]);
    expect(builds).toBe(1);
  });

  it('builds again after a file changed', async () => {
    await run();
    writeFileSync(join(dir, 'source/page.ts'), 'new page');
    expect(await run()).toBe(false);
  });

  it('builds again after a file changed during the build, even when the change was undone', async () => {
    const change = (text: string) => writeFileSync(join(dir, 'source/page.ts'), text);
    await run({ whileBuilding: () => change('new page') });
    change('page');
    expect(await run()).toBe(false);
  });

  it('builds again for other options', async () => {
    await run();
    expect(await run({ otherInputs: { withSourceMaps: true } })).toBe(false);
  });

  it('builds again after its result was deleted', async () => {
    await run();
    rmSync(output(), { recursive: true });
    expect(await run()).toBe(false);
  });

  it('refuses to build while another process builds', async () => {
    writeFileSync(`${hashFile()}.lock`, String(process.ppid));
    await expect(run()).rejects.toThrow(`Another build is running (process ${process.ppid}).`);
    expect(builds).toBe(0);
  });

  it('builds after a build was killed', async () => {
    // Larger than the ids that Linux and macOS give to processes.
    writeFileSync(`${hashFile()}.lock`, '999999999');
    expect([await run(), await run()]).toEqual([false, true]);
  });

  it('builds again after a build failed', async () => {
    await run();
    await expect(run({ otherInputs: { day: 2 }, fails: true })).rejects.toThrow('It does not compile.');
    expect(await run()).toBe(false);
  });
});

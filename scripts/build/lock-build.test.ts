import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlreadyBuilding, lockBuild } from './lock-build.ts';

const killed = 999_999_999;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-build-'));
  file = join(folder, 'build.lock');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('lockBuild', () => {
  it('locks until it is unlocked', () => {
    const unlock = lockBuild(file);
    expect(() => lockBuild(file)).toThrow(AlreadyBuilding);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over from a process that was killed', () => {
    writeFileSync(file, String(killed));
    lockBuild(file);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    expect(readdirSync(folder)).toEqual(['build.lock']);
  });

  it('locks when the lock of a killed process disappears meanwhile', () => {
    writeFileSync(file, String(killed));
    vi.spyOn(process, 'kill').mockImplementation(() => {
      rmSync(file);
      throw Object.assign(new Error('There is no such process.'), { code: 'ESRCH' });
    });
    lockBuild(file);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  });

  it('leaves the lock to another process that has taken over first', () => {
    writeFileSync(file, String(killed));
    const other = String(process.ppid);
    vi.spyOn(process, 'kill').mockImplementation(() => {
      writeFileSync(file, other);
      throw Object.assign(new Error('There is no such process.'), { code: 'ESRCH' });
    });
    expect(() => lockBuild(file)).toThrow(AlreadyBuilding);
    expect(readFileSync(file, 'utf8')).toBe(other);
    expect(existsSync(`${file}.${process.pid}`)).toBe(false);
  });
});

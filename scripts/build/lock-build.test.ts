import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { AlreadyBuilding, lockBuild } from './lock-build.ts';

const killed = 999_999_999;
let folder: string;
let file: string;
let kill: MockInstance<typeof process.kill>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-build-'));
  file = join(folder, 'build.lock');
  kill = vi.spyOn(process, 'kill');
});
afterEach(() => {
  kill.mockRestore();
  rmSync(folder, { recursive: true });
});

/** Runs an action of another process after this one has found that the owner of the lock was killed. */
function afterTheCheck(act: () => void): void {
  kill.mockImplementationOnce(() => {
    act();
    throw Object.assign(new Error('There is no such process.'), { code: 'ESRCH' });
  });
}

describe('lockBuild', () => {
  it('locks until it is unlocked', () => {
    const unlock = lockBuild(file);
    expect(() => lockBuild(file)).toThrow(AlreadyBuilding);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over the lock of a process that was killed', () => {
    writeFileSync(file, String(killed));
    lockBuild(file);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    expect(readdirSync(folder)).toEqual(['build.lock']);
  });

  it('locks when another process removes the lock of a killed process first', () => {
    writeFileSync(file, String(killed));
    afterTheCheck(() => rmSync(file));
    lockBuild(file);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    expect(readdirSync(folder)).toEqual(['build.lock']);
  });

  it('throws when another process takes over the lock of a killed process first', () => {
    writeFileSync(file, String(killed));
    const other = String(process.ppid);
    afterTheCheck(() => writeFileSync(file, other));
    expect(() => lockBuild(file)).toThrow(AlreadyBuilding);
    expect(readFileSync(file, 'utf8')).toBe(other);
    expect(readdirSync(folder)).toEqual(['build.lock']);
  });

  it('throws while another process removes the lock of a killed process', () => {
    writeFileSync(file, String(killed));
    writeFileSync(`${file}.removal`, String(process.ppid));
    expect(() => lockBuild(file)).toThrow(AlreadyBuilding);
    expect(readFileSync(file, 'utf8')).toBe(String(killed));
  });
});

// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readStored, refusesStorage, writeStored } from './stored-text.ts';

afterEach(() => {
  vi.restoreAllMocks();
  writeStored('local', 'draft', null);
  localStorage.clear();
});

const block = (...methods: ('getItem' | 'setItem' | 'removeItem')[]) => {
  for (const method of methods)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
};

describe('stored texts', () => {
  it('are in the storage of the browser', () => {
    writeStored('local', 'draft', 'text');
    expect(localStorage.getItem('draft')).toBe('text');
    expect(readStored('local', 'draft')).toBe('text');
    writeStored('local', 'draft', null);
    expect(readStored('local', 'draft')).toBeNull();
  });

  it('last as long as the page when storage is blocked', () => {
    block('getItem', 'setItem', 'removeItem');
    expect(readStored('local', 'draft')).toBeNull();
    writeStored('local', 'draft', 'text');
    expect(readStored('local', 'draft')).toBe('text');
    expect(readStored('session', 'draft')).toBeNull();
    writeStored('local', 'draft', null);
    expect(readStored('local', 'draft')).toBeNull();
  });

  it('leave no test entry in the storage', () => {
    expect(refusesStorage('session')).toBe(false);
    expect({ ...sessionStorage }).toEqual({});
    block('setItem');
    expect(refusesStorage('session')).toBe(true);
  });

  it.each(['getItem', 'setItem'] as const)('are refused by a browser that ignores %s', (method) => {
    vi.spyOn(Storage.prototype, method).mockReturnValue(null as never);
    expect(refusesStorage('local')).toBe(true);
  });

  it('replace an earlier text when storage is full', () => {
    writeStored('local', 'draft', 'short');
    block('setItem');
    writeStored('local', 'draft', 'long');
    expect(readStored('local', 'draft')).toBe('long');
    expect(localStorage.getItem('draft')).toBeNull();
  });
});

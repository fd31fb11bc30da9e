import { beforeEach, expect, test, vi } from 'vitest';
import * as z from '../../contract/zod.ts';
import { readConfig, resourceName } from './config.ts';

beforeEach(() => () => {
  vi.unstubAllEnvs();
});

test('reads only the requested variables', () => {
  vi.stubEnv('USERS_TABLE', 'Users');
  vi.stubEnv('OTHER', 'other');
  expect(readConfig({ USERS_TABLE: resourceName })).toEqual({ USERS_TABLE: 'Users' });
});

test('names each missing or malformed variable without its value', () => {
  vi.stubEnv('EMPTY', '');
  vi.stubEnv('NOT_A_URL', 'sk_live_secret');
  vi.stubEnv('NOT_A_CHOICE', 'whsec_secret');
  const read = () =>
    readConfig({
      EMPTY: resourceName,
      MISSING: resourceName,
      NOT_A_URL: z.url(),
      NOT_A_CHOICE: z.enum(['one', 'two']),
    });
  expect(read).toThrow(/EMPTY.*MISSING.*NOT_A_URL.*NOT_A_CHOICE/);
  expect(read).not.toThrow(/secret/);
});

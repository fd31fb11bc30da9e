import { expect, test } from 'vitest';
import { suggestPlatform } from './suggest-platform.ts';

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chromium = (platform: string, tell: () => Promise<{ architecture?: string }>) => ({
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/150.0.0.0',
  userAgentData: { platform, getHighEntropyValues: tell },
});

test.each([
  [
    'Safari, which calls every Mac an Intel',
    { userAgent: safari },
    { platform: 'mac-arm64', because: 'guess' },
  ],
  ['Firefox on Windows', { userAgent: windows }, { platform: 'win-x64', because: 'computer' }],
  ['Firefox on Linux', { userAgent: linux }, null],
  [
    'Chrome on a Mac with Apple silicon',
    chromium('macOS', async () => Promise.resolve({ architecture: 'arm' })),
    { platform: 'mac-arm64', because: 'computer' },
  ],
  [
    'Chrome on a Mac with an Intel processor',
    chromium('macOS', async () => Promise.resolve({ architecture: 'x86' })),
    { platform: 'mac-x64', because: 'computer' },
  ],
  [
    'Chrome that refuses to tell',
    chromium('macOS', async () => Promise.reject(new Error('NotAllowedError'))),
    { platform: 'mac-arm64', because: 'guess' },
  ],
  [
    'Edge on Windows',
    chromium('Windows', async () => Promise.resolve({ architecture: 'x86' })),
    { platform: 'win-x64', because: 'computer' },
  ],
  ['Chrome on ChromeOS', chromium('Chrome OS', async () => Promise.resolve({})), null],
])('%s', async (_, browser, expected) => {
  expect(await suggestPlatform(browser)).toEqual(expected);
});

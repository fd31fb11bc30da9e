import { test as base, expect } from '@playwright/test';
import { type CloudProcess, startCloudProcess } from '../cloud-process.ts';

/** A person in a browser with a local cloud. Browser errors fail the test. */
export const test = base.extend<
  { complaints: string[] },
  {
    cloud: CloudProcess;
    /** A second cloud, which starts only for a file whose tests would disturb others. */
    ownCloud: CloudProcess;
  }
>({
  cloud: [runCloud, { scope: 'worker' }],
  ownCloud: [runCloud, { scope: 'worker' }],
  baseURL: async ({ cloud }, use) => use(cloud.siteUrl),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
      });
      await use(complaints);
      expect(complaints, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

// biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
async function runCloud({}, use: (cloud: CloudProcess) => Promise<void>): Promise<void> {
  const cloud = await startCloudProcess();
  await use(cloud);
  await cloud.dispose();
}

export { expect };

import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { Agent, setGlobalDispatcher } from 'undici';
import { afterAll, expect } from 'vitest';
import { sharesCloud, waitUntilQuiet } from './site.ts';

// Runs before each test file that shares a cloud with others.

if (sharesCloud) {
  // Rate limits count calls per network, so each file calls from its own address: 127.0.0.2,
  // 127.0.0.3 and so on.
  const files = globSync('test/cloud/*.test.ts').sort();
  const position = files.indexOf(relative('.', expect.getState().testPath ?? ''));
  setGlobalDispatcher(new Agent({ localAddress: `127.0.0.${position + 2}` }));

  // Events of one file must not change tables while the next file compares them.
  afterAll(waitUntilQuiet, 30_000);
}

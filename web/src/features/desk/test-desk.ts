import { vi } from 'vitest';
import type { DeskOperationName } from '../../../../contract/operations/desk-routes.ts';
import { fill } from '../../lib/test-page.tsx';
import { callDesk } from './call-desk.ts';

/* Steps of the tests of views, which mock `callDesk`. */

export const giveReason = (value: string) => fill(/^Reason/, value);

/** The requests for an operation. */
export const requests = (name: DeskOperationName) =>
  vi.mocked(callDesk).mock.calls.flatMap(([called, data]) => (called === name ? [data] : []));

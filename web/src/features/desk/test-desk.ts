import { act, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { DeskOperationName } from '../../../../contract/operations/desk-routes.ts';
import { callDesk } from './call-desk.ts';

/* Steps of the tests of views, which mock `callDesk`. */

export const click = (name: string, index = 0) =>
  act(async () => fireEvent.click(screen.getAllByRole('button', { name })[index] as Element));

export const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export const giveReason = (value: string) => fill(/^Reason/, value);

/** The requests for an operation. */
export const requests = (name: DeskOperationName) =>
  vi.mocked(callDesk).mock.calls.flatMap(([called, data]) => (called === name ? [data] : []));

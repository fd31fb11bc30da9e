// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { TimeField, timeOf } from './time-field.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const berlin = { at: '2099-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' };
const show = (initial?: typeof berlin) =>
  render(
    <form>
      <TimeField label="Publish at" initial={initial} />
    </form>,
  );
const enter = (clock: string, zone: string) => {
  fireEvent.change(screen.getByLabelText(/^Publish at/), { target: { value: clock } });
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: zone } });
};
const fields = () => new FormData(document.querySelector('form') ?? undefined);

it('begins with the zone of the browser', () => {
  show();
  expect(screen.getByLabelText<HTMLSelectElement>('Time zone').value).toBe(
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
});

it('shows a time that was chosen before in its own zone, and returns it', () => {
  vi.useFakeTimers({ now: new Date('2099-11-01'), toFake: ['Date'] });
  show(berlin);
  expect(screen.getByLabelText<HTMLInputElement>(/^Publish at/).value).toBe('2099-12-01T09:30');
  expect(timeOf(fields())).toEqual(berlin);
});

it('says which time is taken while it is chosen', () => {
  show();
  enter('2026-10-25T02:30', 'Europe/Berlin');
  expect(screen.getByRole('status').textContent).toBe(
    'Clocks show this time twice, because they are set back. The first is taken: Sunday, October 25, 2026 at 2:30 AM GMT+2 (Europe/Berlin).',
  );
  enter('2026-03-29T02:30', 'Europe/Berlin');
  expect(screen.getByRole('status').textContent).toMatch(/^Clocks in Europe\/Berlin skip 02:30/);
  expect(() => timeOf(fields())).toThrow('skip 02:30 on 2026-03-29');
});

it('refuses a time that has passed or is more than a year ahead', () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T08:30:00Z'), toFake: ['Date'] });
  show();
  enter('2026-12-01T09:30', 'Europe/Berlin');
  expect(() => timeOf(fields())).toThrow('(Europe/Berlin) has passed. Choose a later time, or do it now.');
  enter('2026-12-01T09:31', 'Europe/Berlin');
  expect(timeOf(fields()).at).toBe('2026-12-01T08:31:00.000Z');
  enter('2027-12-02T09:31', 'Europe/Berlin');
  expect(() => timeOf(fields())).toThrow('(Europe/Berlin) is more than a year ahead.');
});

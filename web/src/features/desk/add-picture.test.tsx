// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAddPicture, withParagraph } from './add-picture.tsx';
import { callDesk } from './call-desk.ts';
import { base64Of } from './shrink-picture.ts';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn() }));
// jsdom draws no pictures; the browser test does.
vi.mock('./shrink-picture.ts', async (original) => ({
  ...(await original<typeof import('./shrink-picture.ts')>()),
  shrinkPicture: async () => new Blob(['drawn']),
}));

beforeEach(() => {
  vi.mocked(callDesk).mockReset();
});
afterEach(cleanup);

function PictureForm({ onAdded }: { onAdded: (line: string) => void }) {
  const { button, form } = useAddPicture(onAdded);
  return (
    <>
      {button}
      {form}
    </>
  );
}
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

describe('useAddPicture', () => {
  it('uploads the drawn picture, and returns its line with the text alternative', async () => {
    vi.mocked(callDesk).mockResolvedValue({ url: '/media/pictures/1.png', width: 3, height: 2 } as never);
    const onAdded = vi.fn<(line: string) => void>();
    render(<PictureForm onAdded={onAdded} />);
    await click('Add a picture');
    fireEvent.change(screen.getByLabelText('A picture'), {
      target: { files: [new File(['file'], 'map.png')] },
    });
    fireEvent.change(screen.getByLabelText(/^What it shows/), { target: { value: ' A [map]  of delays ' } });
    await click('Upload and insert');
    expect(callDesk).toHaveBeenCalledExactlyOnceWith('deskUploadPicture', { base64: btoa('drawn') });
    expect(onAdded).toHaveBeenCalledExactlyOnceWith('![A \\[map\\] of delays](/media/pictures/1.png "3x2")');
    expect(screen.queryByLabelText('A picture')).toBeNull();
  });
});

it.each([
  ['', 0, 'P\n'],
  ['One.', 1, 'One.\n\nP\n'],
  ['One.\n\nTwo.\n', 2, 'One.\n\nP\n\nTwo.\n'],
  ['One\nline.\n\nTwo.\n', 1, 'One\nline.\n\nP\n\nTwo.\n'],
  ['One.\n\nTwo.\n', 99, 'One.\n\nTwo.\n\nP\n'],
])('inserts a paragraph into “%s” at %d', (text, cursor, expected) => {
  expect(withParagraph(text, 'P', Math.min(cursor, text.length)).trimStart()).toBe(expected);
});

it('encodes bytes of every value', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  expect(await base64Of(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'));
});

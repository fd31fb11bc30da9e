// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fill, press } from '../../lib/test-page.tsx';
import { useAddPicture, withParagraph } from './add-picture.tsx';
import { callDesk } from './call-desk.ts';
import { base64Of } from './draw-widths.ts';

vi.mock('./call-desk.ts', () => ({ callDesk: vi.fn() }));
// jsdom draws no pictures; the browser test does.
vi.mock('./draw-widths.ts', async (original) => ({
  ...(await original<typeof import('./draw-widths.ts')>()),
  drawWidths: async () => [new Blob(['narrow']), new Blob(['wide'])],
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

const choose = (file: string) =>
  fireEvent.change(screen.getByLabelText('A picture'), {
    target: { files: [new File([file], 'map.png')] },
  });
const describeIt = (value: string) => fill(/^What it shows/, value);
const uploaded = { url: '/media/pictures/1.png', width: 3, height: 2 };

describe('useAddPicture', () => {
  it('uploads the drawn widths, and returns its line with the text alternative', async () => {
    vi.mocked(callDesk).mockResolvedValue(uploaded as never);
    const onAdded = vi.fn<(line: string) => void>();
    render(<PictureForm onAdded={onAdded} />);
    await press('Add a picture');
    choose('file');
    describeIt(' A [map]  of delays ');
    await press('Upload and insert');
    expect(callDesk).toHaveBeenCalledExactlyOnceWith('deskUploadPicture', {
      files: [btoa('narrow'), btoa('wide')],
    });
    expect(onAdded).toHaveBeenCalledExactlyOnceWith('![A \\[map\\] of delays](/media/pictures/1.png "3x2")');
    expect(screen.queryByLabelText('A picture')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('The picture is in the text.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a picture' }));
  });

  it('does not upload a picture that was chosen before the form was closed', async () => {
    render(<PictureForm onAdded={vi.fn()} />);
    await press('Add a picture');
    choose('file');
    await press('Cancel');
    await press('Add a picture');
    describeIt('A map');
    await press('Upload and insert');
    expect(screen.getByRole('alert').textContent).toBe('Choose a picture.');
    expect(callDesk).not.toHaveBeenCalled();
  });

  it.each(['Cancel', 'Add a picture'])('inserts nothing after “%s” during the upload', async (close) => {
    const upload = Promise.withResolvers<typeof uploaded>();
    vi.mocked(callDesk).mockReturnValueOnce(upload.promise as never);
    const onAdded = vi.fn<(line: string) => void>();
    render(<PictureForm onAdded={onAdded} />);
    await press('Add a picture');
    choose('file');
    describeIt('A map');
    await press('Upload and insert');
    await press(close);
    await press('Add a picture');
    await act(async () => upload.resolve(uploaded));
    expect(onAdded).not.toHaveBeenCalled();
    expect(screen.getByLabelText('A picture')).toBeTruthy();
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

import { Button, type ButtonProps } from './button.tsx';
import { Notice } from './notice.tsx';

interface DownloadButtonProps extends ButtonProps {
  /** Why the last download by this button failed. */
  failure: string | null;
}

/** A button that downloads, and below it what went wrong, where the person who pressed it looks. */
export function DownloadButton({ failure, ...button }: DownloadButtonProps) {
  return (
    <>
      <Button {...button} />
      {failure && (
        <div ref={bringIntoView}>
          <Notice tone="error">{failure}</Notice>
        </div>
      )}
    </>
  );
}

/** The button may be at the lower edge of the window. */
function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

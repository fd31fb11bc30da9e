import { Button, type ButtonProps } from './button.tsx';
import { Notice } from './notice.tsx';

interface DownloadButtonProps extends ButtonProps {
  /** The error of the last download by this button. */
  failure: string | null;
}

/** A button that downloads. Errors appear below it, where the visitor looks. */
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

/** The button may be at the lower edge of the window, so the error scrolls into view. */
function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

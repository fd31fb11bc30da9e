/** Saves a text as a file. */
export function downloadText(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

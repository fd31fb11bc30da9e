export interface PdfLine {
  text: string;
  /** Shown in a second column. */
  amount?: string;
  isHeading?: boolean;
}

const LINES_PER_PAGE = 44;
const CHARACTERS_PER_LINE = 64;

/** A4, in points. */
const page = { width: 595, height: 842, left: 56, top: 780, amounts: 440, lineHeight: 16 };

/**
 * A PDF file with lines of text. It has ASCII characters only, so its length is its number of bytes.
 * The format is ISO 32000.
 */
export function pdfDocument(title: string, lines: PdfLine[]): string {
  const wrapped = lines.flatMap(wrapLine);
  const pages: PdfLine[][] = [];
  for (let at = 0; at < wrapped.length; at += LINES_PER_PAGE)
    pages.push(wrapped.slice(at, at + LINES_PER_PAGE));
  const firstPage = 6;
  const references = pages.map((_, index) => `${firstPage + 2 * index} 0 R`);
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${references.join(' ')}] /Count ${pages.length} >>`,
    `<< /Title ${pdfText(title)} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((each, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] ` +
        `/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      pdfStream(each),
    ]),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const size = objects.length + 1;
  const entries = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)];
  return (
    `${file}xref\n0 ${size}\n${entries.join('\n')}\n` +
    `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  );
}

function pdfStream(lines: PdfLine[]): string {
  const content = lines
    .flatMap(({ text, amount, isHeading }, index) => {
      const y = page.top - index * page.lineHeight;
      const font = isHeading ? '/F2 12 Tf' : '/F1 11 Tf';
      const show = (x: number, shown: string) => `BT ${font} ${x} ${y} Td ${pdfText(shown)} Tj ET`;
      return [show(page.left, text), ...(amount === undefined ? [] : [show(page.amounts, amount)])];
    })
    .join('\n');
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function wrapLine(line: PdfLine): PdfLine[] {
  const rows: string[] = [''];
  for (const word of line.text.match(new RegExp(`\\S{1,${CHARACTERS_PER_LINE}}`, 'g')) ?? []) {
    const row = rows.at(-1) ?? '';
    if (row === '') rows[rows.length - 1] = word;
    else if (row.length + 1 + word.length <= CHARACTERS_PER_LINE) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows.map((text, index) => (index === 0 ? { ...line, text } : { text, isHeading: line.isHeading }));
}

/** The characters of WinAnsiEncoding from 0x80 on that differ from Unicode; a space is unused. */
const winAnsi = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A string of PDF. Characters that the encoding lacks become question marks. */
function pdfText(text: string): string {
  const escaped = [...text.normalize('NFC')].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    if ('()\\'.includes(character)) return `\\${character}`;
    if (code >= 0x20 && code < 0x7f) return character;
    const place = winAnsi.indexOf(character);
    if (place !== -1) return `\\${(0x80 + place).toString(8)}`;
    return code >= 0xa0 && code <= 0xff ? `\\${code.toString(8)}` : '?';
  });
  return `(${escaped.join('')})`;
}

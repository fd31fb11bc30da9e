const separator = String.raw`(?:[\\/]|%2f|%5c)+`;
/** The name of a folder may contain spaces only if another name follows. */
const folderName = String.raw`(?:[^\\/\r\n"'<>|:*?%]{1,100}(?=[\\/]|%2f|%5c)|[^\s\\/"'<>|:*?%()]*)`;

const innerFolder = String.raw`[^\\/\r\n"'<>|:*?%]{1,100}(?=[\\/])`;

/** Each kind of personal data with what replaces it. Later rules see the text of earlier ones. */
const rules: [RegExp, string][] = [
  // https://ana:secret@example.com
  [/(?<=:\/\/)[^\s/?#@]+@/g, ''],
  // The query and the fragment of a URL, or of a path such as /file?token=1.
  [/(?<=[a-z][a-z\d+.-]*:\/\/[^\s?#]*)[?#][^\s)"'<>\]]*/gi, ''],
  [/[?&#][\w.~%[\]-]+=[^\s)"'<>]*/g, ''],
  [
    new RegExp(
      String.raw`(?:\b[a-z](?::|%3a))?${separator}(?:Users|home|Documents(?: |%20)and(?: |%20)Settings)${separator}${folderName}`,
      'gi',
    ),
    '~',
  ],
  // A folder of another disk, on a Mac and in a network of Windows: \\server\share\Ana.
  [new RegExp(`/Volumes/${folderName}(?:/${innerFolder})?`, 'g'), '~'],
  [new RegExp(String.raw`(?<![\w:\\/])\\\\${innerFolder}\\${folderName}(?:\\${innerFolder})?`, 'g'), '~'],
  [/[^\s@<>"'(),;:=[\]\\/]+@[^\s@<>"'(),;:[\]\\/]+\.[a-z][\w-]+/gi, '[address]'],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)/g, '[address]'],
  [/(?<![\w:])(?:[\da-f]{1,4}:{1,2}){3,7}[\da-f]{1,4}(?![\w:])/gi, '[address]'],
  // One that leaves out zeros: public, link-local or private. `a::b` can be a path of Rust.
  [
    /(?<![\w:])(?:[23][\da-f]{3}|fe[89ab][\da-f]|f[cd][\da-f]{2})(?::[\da-f]{1,4})*::(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?(?![\w:])/gi,
    '[address]',
  ],
  // A license file, an access token: parts of base64url between dots.
  [/[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, '[secret]'],
  [/\b(?:bearer|license|basic)[ :=]+[\w.+/=-]{16,}/gi, '[secret]'],
  [
    /\b(password|passwd|secret|token|api[_-]?key|session(?:id)?)(["']?\s*[:=]\s*)["']?[^\s"',;)]+/gi,
    '$1$2[secret]',
  ],
  // The code of a license or of a recovery.
  [/\b(?:[\dA-Z]{4}-){2,}[\dA-Z]{4}\b/gi, '[secret]'],
  // The number of an order, a key of Stripe.
  [/\b(?:cs|gift|sk|pk|rk|pi|whsec)_\w{4,}/g, '[secret]'],
  // Long random text. Names of functions that a compiler has mangled are long, too.
  [/\b[\da-f]{32,}\b/gi, '[secret]'],
  [
    /(?<![\w+=$-])(?!_{1,2}(?:ZN|R))(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])(?=[\w+=-]*[A-Z])[\w+=-]{32,}/g,
    '[secret]',
  ],
];

/** Removes home folders, addresses, the queries of URLs, licenses and tokens from a text that the app or a person sent. */
export const removePersonalData = (text: string): string =>
  rules.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);

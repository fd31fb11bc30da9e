import type { S3Error } from './s3-error.ts';

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function formatXml(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
}

export function formatErrorXml(error: S3Error, requestId: string): string {
  return formatXml(
    `<Error><Code>${error.code}</Code><Message>${escapeXml(error.message)}</Message>` +
      `<RequestId>${requestId}</RequestId></Error>`,
  );
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;');
}

/** Returns the contents of all `<name>` elements. Enough for the bodies of multipart and batch requests. */
export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text]) => text ?? '');
}

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return namedEntities[name] ?? entity;
  });
}

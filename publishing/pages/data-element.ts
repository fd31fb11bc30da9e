import { pageDataId } from '../../web/src/lib/page-data.ts';

/** As an element of a page: data that no browser runs and that cannot end its own element. */
export function dataElement(type: 'json' | 'ld+json', data: object | null, attributes = ''): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/${type}"${attributes}>${json}</script>`;
}

/** What a page shows, for the browser to start from. Null, without a file, is for any address. */
export function pageDataElement(data: object | null, file = ''): string {
  return dataElement('json', data, ` id="${pageDataId}" data-file="${file}"`);
}

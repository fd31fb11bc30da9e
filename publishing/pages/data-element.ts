import { pageDataId } from '../../web/src/lib/page-data.ts';

/** A page element with data: browsers do not run it, and the data cannot end the element. */
export function dataElement(type: 'json' | 'ld+json', data: object | null, attributes = ''): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/${type}"${attributes}>${json}</script>`;
}

/** The page's data for hydration. A page for any address has `null` and no file. */
export function pageDataElement(data: object | null, file = ''): string {
  return dataElement('json', data, ` id="${pageDataId}" data-file="${file}"`);
}

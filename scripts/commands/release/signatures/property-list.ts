import { SignatureProblem } from './signature-problem.ts';

/** A value of an XML property list. Data is decoded; dates and numbers are texts. */
export type PropertyListValue =
  | string
  | boolean
  | Buffer
  | PropertyListValue[]
  | Map<string, PropertyListValue>;

const maxDepth = 20;
const maxBytes = 16 * 1024 * 1024;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads an XML property list, the format of `Info.plist` and `CodeResources`.
 * @param name for error messages
 * @throws SignatureProblem
 */
export function parsePropertyList(bytes: Buffer, name: string): PropertyListValue {
  const damaged = () => new SignatureProblem(`has a ${name} that is not an XML property list`);
  if (bytes.length > maxBytes) throw new SignatureProblem(`contains a ${name} of ${bytes.length} bytes`);
  const text = bytes.toString('utf8').replaceAll(/<!--[\s\S]*?-->/g, '');
  const elements = text.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>([^<]*)/g);
  const next = () => {
    const match = elements.next().value;
    if (!match) throw damaged();
    const [, isEnd, tag, , isEmpty, content = ''] = match;
    return { tag, isEnd: isEnd === '/', isEmpty: isEmpty === '/', content };
  };
  type Element = ReturnType<typeof next>;
  const readText = (element: Element): string => {
    if (element.isEmpty) return '';
    const end = next();
    if (!end.isEnd || end.tag !== element.tag) throw damaged();
    return decode(element.content);
  };
  const readValue = (element: Element, depth: number): PropertyListValue => {
    if (element.isEnd || depth > maxDepth) throw damaged();
    switch (element.tag) {
      case 'dict':
        return readDictionary(element, depth);
      case 'array':
        return readArray(element, depth);
      case 'string':
      case 'date':
      case 'integer':
      case 'real':
        return readText(element);
      case 'data':
        return Buffer.from(readText(element), 'base64');
      case 'true':
      case 'false':
        if (!element.isEmpty) throw damaged();
        return element.tag === 'true';
      default:
        throw damaged();
    }
  };
  const readDictionary = (element: Element, depth: number) => {
    const entries = new Map<string, PropertyListValue>();
    if (element.isEmpty) return entries;
    for (let key = next(); !key.isEnd; key = next()) {
      if (key.tag !== 'key') throw damaged();
      const name = readText(key);
      if (entries.has(name)) throw damaged();
      entries.set(name, readValue(next(), depth + 1));
    }
    return entries;
  };
  const readArray = (element: Element, depth: number) => {
    const values: PropertyListValue[] = [];
    if (element.isEmpty) return values;
    for (let item = next(); !item.isEnd; item = next()) values.push(readValue(item, depth + 1));
    return values;
  };
  let first = next();
  while (first.tag !== 'plist') first = next();
  return readValue(next(), 0);
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name) return entities[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

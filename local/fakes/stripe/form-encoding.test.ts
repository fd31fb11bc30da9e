import { expect, it } from 'vitest';
import { decodeForm } from './form-encoding.ts';

it('decodes the format of the SDK', () => {
  expect(
    decodeForm(
      'mode=payment&line_items[0][price]=p1&line_items[1][price]=p2&metadata[a%20b]=c%26d&expand[0]=x.y',
    ),
  ).toEqual({
    mode: 'payment',
    line_items: [{ price: 'p1' }, { price: 'p2' }],
    metadata: { 'a b': 'c&d' },
    expand: ['x.y'],
  });
});

it('decodes lists without indexes', () => {
  expect(decodeForm('lookup_keys[]=a&lookup_keys[]=b')).toEqual({ lookup_keys: ['a', 'b'] });
});

it('decodes names such as __proto__ as plain properties', () => {
  const form = decodeForm('__proto__[polluted]=yes&constructor=x');
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

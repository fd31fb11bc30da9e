import { expect, it } from 'vitest';
import { decodeForm } from './form-encoding.ts';

it('reads what the SDK sends', () => {
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

it('reads lists without numbers, as curl users write them', () => {
  expect(decodeForm('lookup_keys[]=a&lookup_keys[]=b')).toEqual({ lookup_keys: ['a', 'b'] });
});

it('keeps names that JavaScript gives a meaning to as plain names', () => {
  const form = decodeForm('__proto__[polluted]=yes&constructor=x');
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

export type FormValue = string | FormValue[] | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

type FormTree = Map<string, FormTree | string>;

/**
 * Reads Stripe's form encoding: `a[b][0][c]=x` is `{ a: { b: [{ c: 'x' }] } }`, and `a[]=x` adds to a list.
 */
export function decodeForm(text: string): FormObject {
  const root: FormTree = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[');
    const path = [first, ...rest.map((step) => step.replace(/\]$/, ''))];
    let parent = root;
    for (const [index, step] of path.entries()) {
      const key = step === '' ? String(parent.size) : step;
      if (index === path.length - 1) {
        parent.set(key, value);
        continue;
      }
      let child = parent.get(key);
      if (!(child instanceof Map)) {
        child = new Map();
        parent.set(key, child);
      }
      parent = child;
    }
  }
  return toObject(root);
}

function toValue(node: FormTree | string): FormValue {
  if (typeof node === 'string') return node;
  const isList = [...node.keys()].every((key, index) => key === String(index));
  return isList ? [...node.values()].map(toValue) : toObject(node);
}

/** `Object.fromEntries` defines every name as its own property, `__proto__` included. */
function toObject(tree: FormTree): FormObject {
  return Object.fromEntries([...tree].map(([name, node]) => [name, toValue(node)]));
}

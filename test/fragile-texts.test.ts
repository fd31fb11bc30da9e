import { describe, expect, it } from 'vitest';
import { advice, findFragileTexts } from './fragile-texts.ts';

/** The body of a component, and the advice for its only fault. */
const fragile: [name: string, body: string, sentence: string][] = [
  ['an optional element before a text', 'return <p>{isOn && <b />}Save</p>;', advice.preceded],
  [
    'a list before a text',
    'return <p>{items.map((item) => <b key={item} />)} and more</p>;',
    advice.preceded,
  ],
  ['an element with a key before a text', 'return <p><b key={text} /> Save</p>;', advice.preceded],
  [
    'a component that may show nothing before a text',
    'return <p><Maybe isOn={isOn} /> Save</p>;',
    advice.preceded,
  ],
  ['a text that appears next to an element', "return <p>{isOn && 'Saved.'} <b /></p>;", advice.changing],
  ['a text that differs next to an element', "return <p>{isOn ? 'On' : 'Off'} <b /></p>;", advice.changing],
  ['a number next to a text', 'return <p>{count} people</p>;', advice.changing],
  ['a text of a property next to an element', 'return <p>{text}<b /></p>;', advice.changing],
  ['a text or an element next to another', "return <p>{isOn ? <b /> : 'off'}<i /></p>;", advice.children],
  ['children of any kind next to an element', 'return <p><b />{children}</p>;', advice.children],
  ['a text in a fragment that is returned', 'return <>Save <b /></>;', advice.loose],
  ['a text in a fragment that appears', 'return <p>{isOn && <>Save <b /></>}</p>;', advice.loose],
  ['a text in Suspense', 'return <Suspense>Save</Suspense>;', advice.loose],
  [
    'two branches whose texts React would keep',
    'return isOn ? <p>Saved <b /></p> : <p>Not saved <b /></p>;',
    advice.reused,
  ],
  [
    'two results whose texts React would keep',
    'if (isOn) return <div><p>Saved <b /></p></div>; return <div><p>Not saved</p></div>;',
    advice.reused,
  ],
];

const robust: [name: string, body: string][] = [
  ['a text that is all of its element', "return <p>{isOn ? 'On' : text}</p>;"],
  ['a template that is all of its element', 'return <p>{`${count} people`}</p>;'],
  ['a text in an element of its own', 'return <p>{isOn && <b />}<span>{text}</span></p>;'],
  ['an optional element after a text', 'return <p>Save {isOn && <b />}</p>;'],
  ['an optional element, an element and a text', 'return <p>{isOn && <b />}<i /> Save</p>;'],
  ['a sentence with a link', 'return <p>Read the <Own>terms</Own>, please.</p>;'],
  ['a constant of the module next to an element', 'return <p><b /> {name} and {names.first}</p>;'],
  ['space between elements', "return <p>{isOn && <b />} {' '}<i /></p>;"],
  ['children without texts next to an element', 'return <p><b />{elements}</p>;'],
  ['branches with different elements', 'return isOn ? <p>Saved <b /></p> : <div>Not saved <b /></div>;'],
  ['branches with different keys', 'return isOn ? <p>Saved <b /></p> : <p key="off">Not saved <b /></p>;'],
  ['branches that are all text', 'return isOn ? <p>Saved</p> : <p>{text}</p>;'],
];

const sampleOf = (body: string) => `
import { type ReactNode, Suspense } from 'react';
import type { Elements } from './components/elements.ts';
interface Props {
  isOn: boolean; count: number; text: string; items: string[]; children: ReactNode; elements: Elements;
}
const name = 'Lorewright';
const names = { first: 'Lore' };
const Maybe = ({ isOn }: { isOn: boolean }) => isOn ? <b /> : null;
const Own = ({ children }: { children: string }) => <i>{children}</i>;
export function Sample({ isOn, count, text, items, children, elements }: Props) { ${body} }
`;

const pathOf = (name: string) => `web/src/${name.replaceAll(' ', '-')}.tsx`;
const samples = [...fragile, ...robust].map(([name, body]) => [pathOf(name), sampleOf(body)]);
/** TypeScript reads all files at once, because each start takes a second. */
const findings = findFragileTexts(Object.fromEntries(samples));

describe('findFragileTexts', () => {
  it.each(fragile)('finds %s', (name, _body, sentence) => {
    expect(findings.filter((finding) => finding.startsWith(pathOf(name)))).toEqual([
      expect.stringContaining(sentence),
    ]);
  });

  it.each(robust)('accepts %s', (name) => {
    expect(findings.filter((finding) => finding.startsWith(pathOf(name)))).toEqual([]);
  });
});

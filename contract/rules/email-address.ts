import { tidyLine } from './typed-text.ts';

/** RFC 5321, without the angle brackets: https://www.rfc-editor.org/errata/eid1690 */
export const maxEmailLength = 254;

/**
 * The characters that browsers accept in a field for an email address
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address). SES sends to no other
 * characters before the @, and to domains outside ASCII only as Punycode:
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html. Dots that
 * are first, last or doubled before the @ need quotes in RFC 5322, which few servers accept. The last label of a domain is never a number.
 */
const pattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i;

/** The most characters before the @. */
const maxLocalLength = 64;

/** True for an address to which the site can send. The same addresses can register, buy, write and withdraw. */
export function isEmail(address: string): boolean {
  return pattern.test(address) && address.length <= maxEmailLength && address.indexOf('@') <= maxLocalLength;
}

/**
 * The mailbox of an address, for counting and comparing. Many providers deliver `ana+anything@` to `ana@`.
 * Gmail also ignores dots, and has two names: https://support.google.com/mail/answer/7436150
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const [, name, domain] = /^(.*)@(.*)$/.exec(address) ?? [];
  if (name === undefined || domain === undefined) return address;
  const tagless = name.replace(/\+.*/, '');
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${tagless.replaceAll('.', '')}@gmail.com`
    : `${tagless}@${domain}`;
}

/** An address as typed, without spaces around it, and with the domain in the form that mail servers use. */
export function tidyEmail(typed: string): string {
  const address = tidyLine(typed);
  const [local, domain] = splitAt(address, address.lastIndexOf('@') + 1);
  const isForeign = /^[^\s/?#@:\\[\]%]+$/.test(domain) && /[^ -~]/.test(domain);
  if (!isForeign || !URL.canParse(`http://${domain}`)) return address;
  return `${local}${new URL(`http://${domain}`).hostname}`;
}

/** The message of a form for an address that is not valid. */
export const emailSentence = 'Enter a valid email address, such as name@example.com.';

const splitAt = (text: string, index: number) => [text.slice(0, index), text.slice(index)] as const;

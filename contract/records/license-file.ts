import { maxHolderName } from '../rules/account-limits.ts';
import * as z from '../zod.ts';

/**
 * The ids of the keys in KMS. A deployment that adds a key uploads it, which starts the function that
 * publishes the public keys.
 */
export const licenseKeyIdsFile = 'license-key-ids.json';

/**
 * How the holder got the license. `gift`: with a code, or from the person who had it before. `complimentary`: the team gave it.
 */
const licenseKinds = ['purchase', 'free', 'gift', 'complimentary'] as const;

/** The JWS header: Ed25519 is the only algorithm. */
export const licenseHeader = z.strictObject({
  alg: z.literal('EdDSA'),
  /** The id of the key that signed it; see `/.well-known/lorewright-license-keys.json`. */
  kid: z.string().check(z.minLength(1), z.maxLength(64)),
  typ: z.literal('lorewright-license+jwt'),
});

/**
 * The claims. There is no expiry and no id of a computer, because the terms promise use for life on
 * one's own computers.
 */
export const licenseClaims = z.strictObject({
  /** The stage that issued it, such as `lorewright-prod`. */
  iss: z.string().check(z.minLength(1), z.maxLength(64)),
  /** The id of the license: the number of its order, followed by `.1`, `.2` … after each reissue. */
  jti: z.string().check(z.minLength(1), z.maxLength(128)),
  /** A pseudonym of the holder. The same person has the same one on every license of a stage. */
  sub: z.string().check(z.regex(/^[\w-]{22}$/)),
  /** The address as Cognito accepted it. Cognito's rules are wider than those of our forms. */
  email: z.string().check(z.maxLength(320), z.regex(/^[^\s@]+@[^\s@]+$/)),
  /** Missing for holders without a name. */
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(maxHolderName))),
  plan: z.literal('lifetime'),
  kind: z.enum(licenseKinds),
  /** Seconds since 1970: when the license was granted, or reissued. */
  iat: z.int().check(z.positive()),
});

export type LicenseClaims = z.infer<typeof licenseClaims>;

/**
 * Says why a file has no valid signature. The message continues the name of the file: "was changed after it was signed".
 * `isUnsigned` means that the file is not signed, or that its format cannot be verified here. A release may state that as an exception;
 * it may not excuse a signature that is wrong.
 */
export class SignatureProblem extends Error {
  override name = 'SignatureProblem';
  readonly isUnsigned: boolean;

  constructor(message: string, { isUnsigned = false } = {}) {
    super(message);
    this.isUnsigned = isUnsigned;
  }
}

/** The facts of a valid signature. */
export interface Signature {
  /** The name in the certificate, which Windows and macOS show. */
  publisher: string;
  /** The time that a timestamp authority has confirmed. */
  signedAt: Date;
}

/**
 * A part of a file. Offsets and lengths in a file are claims, and `subarray` would cut off those that leave the file.
 * @throws SignatureProblem
 */
export function partOf(file: Buffer, offset: number, length: number): Buffer {
  const isInside = offset >= 0 && length >= 0 && offset + length <= file.length;
  if (!isInside) throw new SignatureProblem('ends before all of its parts: it was cut off or is damaged');
  return file.subarray(offset, offset + length);
}

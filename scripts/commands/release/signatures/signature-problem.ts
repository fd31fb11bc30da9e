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

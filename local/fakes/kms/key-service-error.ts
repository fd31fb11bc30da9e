/** `name` is the error name of KMS. */
export class KeyServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

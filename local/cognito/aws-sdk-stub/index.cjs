// cognito-local loads these two classes; our pool passes it its own Lambda runner and encryption, so neither is ever made.
class NotAvailable {
  constructor() {
    throw new Error('AWS SDK v2 is replaced by a stub here; see docs/decisions.');
  }
}
module.exports = { KMS: NotAvailable, Lambda: NotAvailable };

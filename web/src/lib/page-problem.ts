import { ApiError } from './api-error.ts';

/** A sentence for the visitor that says why the page does not do what was asked: with a text, a file or this browser. */
export class PageProblem extends ApiError {
  constructor(sentence: string) {
    super('invalid-argument', sentence);
  }
}

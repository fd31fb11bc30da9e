/** A test of test/cloud that fails on the second cloud. */
export interface ListedTest {
  /** Relative to test/cloud. */
  file: string;
  /** The names of its groups and its own. An asterisk is any text. */
  test: string;
  reason: string;
}

export const listedTests: ListedTest[] = [];

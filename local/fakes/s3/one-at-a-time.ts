export type OneAtATime = <Result>(change: () => Promise<Result>) => Promise<Result>;

/** Runs one change after the other, so that files and memory agree about the order. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const done = last.then(change);
    last = done.catch(() => {});
    return done;
  };
}

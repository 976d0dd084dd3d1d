/** A function that does its work the first time only, and answers with that forever. */
export const once = <Result>(work: () => Result): (() => Result) => {
  let done: { result: Result } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}

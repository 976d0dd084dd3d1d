export type TestResult =
  | { kind: 'untested' }
  | { kind: 'waiting' }
  | { kind: 'running' }
  | { kind: 'passed'; seconds: number; answer: string }
  | { kind: 'failed'; message: string }

export type ModelTest = { model: string; result: TestResult }

/** The list with the results of some models changed; other rows stay the very same. */
export const withResult = (
  tests: readonly ModelTest[],
  models: readonly string[],
  result: TestResult,
): readonly ModelTest[] => tests.map((test) => (models.includes(test.model) ? { ...test, result } : test))

/** Runs through a list a few at a time, in its order, until it ends or is stopped. */
export const runSome = async <Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
  isStopped: () => boolean,
): Promise<void> => {
  const rest = items.values()
  const work = async () => {
    for (const item of rest) {
      if (isStopped()) return
      await run(item)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

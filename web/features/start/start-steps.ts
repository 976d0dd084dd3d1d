/** The way from an empty installation to its first call, in the order it is gone. */
export const stepNames = ['connect', 'test', 'prices', 'token', 'call'] as const
export type StepName = (typeof stepNames)[number]

/** What the server knows, from which it follows where somebody is. */
export type StartFacts = {
  channel: { test_time: number; test_fault: string } | undefined
  /** Models of the channel that can be called, as they cost something. */
  callable: readonly string[]
  hasToken: boolean
  hasCalled: boolean
}

/** Which steps are behind; whoever made the first call without them needs none. */
export const doneSteps = ({ channel, callable, hasToken, hasCalled }: StartFacts): ReadonlySet<StepName> => {
  if (hasCalled) return new Set(stepNames)
  const done: Record<StepName, boolean> = {
    connect: channel !== undefined,
    test: channel !== undefined && channel.test_time > 0 && channel.test_fault === '',
    prices: callable.length > 0,
    token: hasToken,
    call: false,
  }
  return new Set(stepNames.filter((name) => done[name]))
}

/** The first that is left. */
export const currentStep = (done: ReadonlySet<StepName>): StepName | undefined =>
  stepNames.find((name) => !done.has(name))

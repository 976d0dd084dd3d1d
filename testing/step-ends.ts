/** What waits for the end of a step: pages that are compared with a fresh load before somebody else changes anything. */
const waiting = new Set<() => Promise<void>>()

export const atStepEnd = (run: () => Promise<void>): void => {
  waiting.add(run)
}

export const forgetSteps = (): void => waiting.clear()

/** Before anything changes what pages show that is no act upon that one page. */
export const endStep = async (besides?: () => Promise<void>): Promise<void> => {
  for (const run of waiting) if (run !== besides) await run()
}

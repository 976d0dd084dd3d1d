/**
 * Ends one after the other what was opened, each also where one before it could not be ended, so that nothing stays
 * open. Throws what went wrong first.
 */
export const closeEach = async (closings: readonly (() => unknown)[]): Promise<void> => {
  const failures: unknown[] = []
  for (const close of closings) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

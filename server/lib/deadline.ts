/** Rejects with `late()` when `work` takes longer than `milliseconds`; the work itself goes on. */
export const withDeadline = async <Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => unknown,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** A row of work that came to nothing, with why in the reader's language. Most rows came to something. */
export const wordedTask = async <Row extends { fail_reason: string }>(row: Row): Promise<Row> => {
  if (row.fail_reason === '') return row
  try {
    const { taskReason } = await import('./task-reason.ts')
    return { ...row, fail_reason: await taskReason(row.fail_reason) }
  } catch {
    return row
  }
}

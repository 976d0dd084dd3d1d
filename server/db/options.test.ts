import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { listOptions, putOption } from './options.ts'

eachDatabase((_engine, open) => {
  it('keeps the last value of each option', async () => {
    const { query } = await open()
    await putOption(query, { key: 'b', value: '1', updated_at: 1 })
    await putOption(query, { key: 'a', value: '{"json": "✓"}', updated_at: 2 })
    await putOption(query, { key: 'b', value: '', updated_at: 3 })
    expect(await listOptions(query)).toEqual([
      { key: 'a', value: '{"json": "✓"}', updated_at: 2 },
      { key: 'b', value: '', updated_at: 3 },
    ])
  })
})

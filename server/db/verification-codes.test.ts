import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import {
  closeVerificationCode,
  closeVerificationCodes,
  countCodeTry,
  findVerificationCode,
  insertVerificationCode,
} from './verification-codes.ts'

const code = { purpose: 'email', target: 'ann@example.com', tries: 0, expires_at: 100, used_at: null, created_at: 1 }
const query = { purpose: 'email', target: 'ann@example.com', now: 50 }

eachDatabase((_engine, open) => {
  it('finds the newest code, or the newest that somebody asked for', async () => {
    const { query: executor } = await open()
    await insertVerificationCode(executor, { ...code, code_hash: 'older', asker: 'browser' })
    await insertVerificationCode(executor, { ...code, code_hash: 'newer' })
    expect((await findVerificationCode(executor, query))?.code_hash).toBe('newer')
    expect((await findVerificationCode(executor, { ...query, asker: 'browser' }))?.code_hash).toBe('older')
    expect(await findVerificationCode(executor, { ...query, asker: 'other' })).toBeUndefined()
  })

  it('lets a code be tried a few times, parallel tries included', async () => {
    const { query: executor } = await open()
    await insertVerificationCode(executor, { ...code, code_hash: 'hash' })
    const { id } = (await findVerificationCode(executor, query)) ?? { id: 0 }
    const tried = await Promise.all(Array.from({ length: 6 }, () => countCodeTry(executor, id, 3)))
    expect(tried.filter(Boolean)).toHaveLength(3)
  })

  it('finds no code of another purpose or address, and none that has run out', async () => {
    const { query: executor } = await open()
    await insertVerificationCode(executor, { ...code, code_hash: 'hash' })
    for (const wrong of [{ purpose: 'reset' }, { target: 'bob@example.com' }, { now: 100 }]) {
      expect(await findVerificationCode(executor, { ...query, ...wrong })).toBeUndefined()
    }
  })

  it('lets a code be used once, and all of an address be used up together', async () => {
    const { query: executor } = await open()
    await insertVerificationCode(executor, { ...code, code_hash: 'older' })
    await insertVerificationCode(executor, { ...code, code_hash: 'hash', asker: 'browser' })
    const { id } = (await findVerificationCode(executor, query)) ?? { id: 0 }
    const used = await Promise.all([1, 2, 3].map(() => closeVerificationCode(executor, id, 60)))
    expect(used.filter(Boolean)).toHaveLength(1)
    expect(await findVerificationCode(executor, query)).toBeUndefined()
    await insertVerificationCode(executor, { ...code, code_hash: 'third' })
    await closeVerificationCodes(executor, query)
    expect(await findVerificationCode(executor, query)).toBeUndefined()
  })
})

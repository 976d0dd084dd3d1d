import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { closeVerificationCode, insertVerificationCode, tryVerificationCode } from './verification-codes.ts'

const code = { purpose: 'email', target: 'ann@example.com', tries: 0, expires_at: 100, used_at: null, created_at: 1 }
const attempt = { purpose: 'email', target: 'ann@example.com', now: 50, mostTries: 3 }

eachDatabase((_engine, open) => {
  it('lets the newest code be tried a few times, parallel tries included', async () => {
    const { query } = await open()
    await insertVerificationCode(query, { ...code, code_hash: 'older' })
    await insertVerificationCode(query, { ...code, code_hash: 'newer' })
    const tried = await Promise.all(Array.from({ length: 6 }, () => tryVerificationCode(query, attempt)))
    expect(tried.flatMap((row) => row?.code_hash ?? [])).toEqual(['newer', 'newer', 'newer'])
    expect(await tryVerificationCode(query, attempt)).toBeUndefined()
  })

  it('lets no other purpose, no other address and no code that has run out be tried', async () => {
    const { query } = await open()
    await insertVerificationCode(query, { ...code, code_hash: 'hash' })
    for (const wrong of [{ purpose: 'reset' }, { target: 'bob@example.com' }, { now: 100 }]) {
      expect(await tryVerificationCode(query, { ...attempt, ...wrong })).toBeUndefined()
    }
  })

  it('lets a code be used once', async () => {
    const { query } = await open()
    await insertVerificationCode(query, { ...code, code_hash: 'hash' })
    const { id } = (await tryVerificationCode(query, attempt)) ?? { id: 0 }
    const used = await Promise.all([1, 2, 3].map(() => closeVerificationCode(query, id, 60)))
    expect(used.filter(Boolean)).toHaveLength(1)
    expect(await tryVerificationCode(query, attempt)).toBeUndefined()
  })
})

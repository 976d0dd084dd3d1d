import { describe, expect, it } from 'vitest'
import { isVersion } from './releases.ts'

describe('the version of a release', () => {
  it('is the same with and without the v of its tag', () => {
    expect(isVersion('v1.2.0', '1.2.0')).toBe(true)
    expect(isVersion('1.2.0', 'v1.2.0')).toBe(true)
    expect(isVersion('v1.2.1', '1.2.0')).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { logTypes } from '#contract/log-types.ts'
import type { LogOther } from '#contract/logs.ts'
import { sampleLog } from '../../testing/sample-log.ts'
import { hasStages, stagesOf } from './log-stages.ts'

const stages = (useTime: number, other: LogOther, type: number = logTypes.consume) =>
  stagesOf(sampleLog({ use_time: useTime, type }), other).map(({ name, from, to, exact }) => [name, from, to, exact])
const tried = (...lengths: number[]) => ({
  admin_info: { attempts: lengths.map((ms) => ({ channel: 1, status: 200, ms })) },
})

describe('The stages of a call', () => {
  it('of a stream are waiting, its first token, answering and its end, to the second that a row keeps', () => {
    expect(stages(2, { frt: 400 })).toEqual([
      ['waiting', 0, 400, 400],
      ['first', 400, 400, 400],
      ['answering', 400, 2000, undefined],
      ['end', 2000, 2000, undefined],
    ])
  })

  it('are as exact as the tries are known, where those tell the same as the seconds do', () => {
    expect(stages(2, { frt: 400, ...tried(12, 1600) }).slice(2)).toEqual([
      ['answering', 400, 1612, 1212],
      ['end', 1612, 1612, undefined],
    ])
    // It waited for something else than the tries.
    expect(stages(5, tried(12, 1600))).toEqual([
      ['whole', 0, 5000, undefined],
      ['end', 5000, 5000, undefined],
    ])
  })

  it('do not tell of an answer whose length the row does not tell', () => {
    expect(stages(0, { frt: 400 }).map(([name]) => name)).toEqual(['waiting', 'first', 'end'])
  })

  it('of one that failed are what its own tries took', () => {
    const own = { attempts: [{ status: 502, ms: 900 }] }
    expect(stages(1, own, logTypes.failed)).toEqual([
      ['failed', 0, 900, undefined],
      ['end', 900, 900, undefined],
    ])
  })

  it('are none where something was charged or given back later', () => {
    expect(hasStages({ frt: 400 })).toBe(true)
    for (const other of [{ rest_of: 'r1' }, { refund_of: 'r1' }, { batch: { lines: 2, answered: 1 } }])
      expect([other, hasStages(other)]).toEqual([other, false])
  })
})

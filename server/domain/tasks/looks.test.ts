import { describe, expect, it } from 'vitest'
import type { LookedTask } from '../../db/task-looks.ts'
import { createLookWriter } from './looks.ts'
import type { DueTask } from './task.ts'

const told = { status: 'IN_PROGRESS', progress: '10%', fail_reason: '', data: '{"a":1}', start_time: 1, finish_time: 0 }
const news = { status: 'IN_PROGRESS', progress: '10%', failReason: '', data: { a: 1 }, startTime: 1, finishTime: 0 }
const taskOf = (id: number): DueTask => ({
  ...{ id, platform: 'mj', taskId: `${id}`, channelId: 1, keyPlace: 0, misses: 0, submitTime: 0, isOpen: true },
  ...{ dueAt: 60, told },
})

const lookingNext = (at: number) => {
  const written: (readonly LookedTask[])[] = []
  const write = async (looked: readonly LookedTask[]) => {
    written.push(looked)
  }
  return { written, note: createLookWriter({ write, nextLook: () => at }) }
}

describe('what looks at tasks bring', () => {
  it('is not written where a task goes on as before until it is due again', async () => {
    const { written, note } = lookingNext(60)
    await note({ task: taskOf(1), news })
    expect(written).toEqual([])
  })

  it('is written where its next look comes earlier, where something is new, and where there was no word', async () => {
    const { written, note } = lookingNext(5)
    await note({ task: taskOf(1), news })
    await note({ task: taskOf(2), news: { ...news, data: { a: 2 } } })
    await note({ task: taskOf(3), news: undefined })
    expect(written.flat()).toEqual([
      { id: 1, due_at: 5, misses: 0, ...told },
      { id: 2, due_at: 5, misses: 0, ...told, data: '{"a":2}' },
      { id: 3, due_at: 5, misses: 1, ...told },
    ])
  })

  it('goes in one statement with what came while another was written', async () => {
    const { written, note } = lookingNext(5)
    await Promise.all(Array.from({ length: 100 }, (_, id) => note({ task: taskOf(id), news })))
    expect(written.map(({ length }) => length)).toEqual([100])
  })

  it('fails for those that were not written, and for nobody else', async () => {
    let isAway = true
    const write = async () => {
      if (isAway) throw new Error('the database is away')
    }
    const note = createLookWriter({ write, nextLook: () => 5 })
    await expect(note({ task: taskOf(1), news })).rejects.toThrow('away')
    isAway = false
    await note({ task: taskOf(2), news })
  })
})

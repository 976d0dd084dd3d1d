import { useCallback, useEffect, useRef, useState } from 'react'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type Channel, channels } from '#contract/channels.ts'
import { callWhole } from '../../../lib/api.ts'
import { refresh } from '../../../lib/query.ts'
import { nameList } from '../form/name-list.ts'
import { type ModelTest, runSome, type TestResult, withResult } from './model-tests.ts'

const atOnce = 3

/** Tests of single models of a channel, and what came of them. */
export const useModelTests = (channel: Channel) => {
  const { id } = channel
  const [tests, setTests] = useState<readonly ModelTest[]>(() =>
    nameList(channel.models).map((model) => ({ model, result: { kind: 'untested' } })),
  )
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const run = useCallback(
    async (models: readonly string[]) => {
      const mark = (which: readonly string[], result: TestResult) => setTests((old) => withResult(old, which, result))
      isStopped.current = false
      setRunning(true)
      mark(models, { kind: 'waiting' })
      const testOne = async (model: string) => {
        mark([model], { kind: 'running' })
        mark([model], await testModel(id, model))
      }
      await runSome(models, atOnce, testOne, () => isStopped.current)
      setTests((old) =>
        old.map((test) => (test.result.kind === 'waiting' ? { ...test, result: { kind: 'untested' } } : test)),
      )
      setRunning(false)
      await refresh(channels.list)
    },
    [id],
  )
  const stop = useCallback(() => {
    isStopped.current = true
  }, [])
  return { tests, isRunning, run, stop }
}

const testModel = async (id: number, model: string): Promise<TestResult> => {
  try {
    const { beside } = await callWhole(channelUpkeep.test, { params: { id: String(id) }, query: { model } })
    return { kind: 'passed', seconds: beside.time, answer: beside.answer }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { Target } from './plain-calls.ts'
import { run } from './processes.ts'
import { timeAt } from './times.ts'

/** In milliseconds. */
export type AddedLatency = { p50: number; p99: number }

const seconds = 10
const rounds = 3

/** By how much longer calls at a steady rate take through the gateway than straight to its upstream, in turns. */
export const measureAddedLatency = async (
  { port, key }: Target,
  upstreamPort: number,
  rate: number,
): Promise<AddedLatency> => {
  const direct: number[] = []
  const through: number[] = []
  await callSteadily(port, key, rate)
  for (let round = 0; round < rounds; round += 1) {
    direct.push(...(await callSteadily(upstreamPort, '', rate)))
    through.push(...(await callSteadily(port, key, rate)))
  }
  const added = (share: number) => timeAt(through, share) - timeAt(direct, share)
  return { p50: added(0.5), p99: added(0.99) }
}

/** In milliseconds, how long each call took. */
export const callSteadily = async (port: number, key: string, rate: number): Promise<number[]> => {
  const script = fileURLToPath(new URL('steady-calls.ts', import.meta.url))
  const words = [script, String(port), key, String(rate), String(seconds)]
  return z.array(z.number()).parse(JSON.parse(await run('load', process.execPath, words)))
}

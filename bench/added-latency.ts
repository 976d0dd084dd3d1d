import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { Target } from './plain-calls.ts'
import { processorMicroseconds, run } from './processes.ts'
import { timeAt } from './times.ts'

/** In milliseconds, and of a processor for each call. */
export type AddedLatency = { p50: number; p99: number; microseconds: number }

export const nothingAdded: AddedLatency = { p50: 0, p99: 0, microseconds: 0 }

type Measured = { gateway: Target; times: number[]; microseconds: number }

const seconds = 10
const rounds = 3

/** By how much longer calls at a steady rate take through each gateway than straight to its upstream, in turns. */
export const measureAddedLatencies = async (
  gateways: readonly Target[],
  upstreamPort: number,
  rate: number,
): Promise<AddedLatency[]> => {
  const direct: number[] = []
  const through = gateways.map((gateway): Measured => ({ gateway, times: [], microseconds: 0 }))
  for (const { port, key } of gateways) await callSteadily(port, key, rate)
  for (let round = 0; round < rounds; round += 1) {
    direct.push(...(await callSteadily(upstreamPort, '', rate)))
    for (const measured of through) {
      const { pid, port, key } = measured.gateway
      const before = processorMicroseconds(pid)
      measured.times.push(...(await callSteadily(port, key, rate)))
      measured.microseconds += processorMicroseconds(pid) - before
    }
  }
  return through.map(({ times, microseconds }) => ({
    p50: timeAt(times, 0.5) - timeAt(direct, 0.5),
    p99: timeAt(times, 0.99) - timeAt(direct, 0.99),
    microseconds: microseconds / times.length,
  }))
}

/** In milliseconds, how long each call took. */
export const callSteadily = async (port: number, key: string, rate: number): Promise<number[]> => {
  const script = fileURLToPath(new URL('steady-calls.ts', import.meta.url))
  const words = [script, String(port), key, String(rate), String(seconds)]
  return z.array(z.number()).parse(JSON.parse(await run('load', process.execPath, words)))
}

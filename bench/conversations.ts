import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '#server/db/open.ts'
import type { Channel } from '#server/domain/channels/channel.ts'
import { systemClock } from '#server/lib/clock.ts'
import { textDigest } from '#server/lib/text-digest.ts'
import type { Call } from '#server/relay/call.ts'
import { choose } from '#server/relay/choose.ts'
import { conversationOf } from '#server/relay/conversation.ts'
import { Trace } from '#server/relay/trace.ts'
import { type ChoosingNode, callerOf, chatCall, openChoosingNode } from '#testing/cached-prompts.ts'
import { quiet } from '#testing/ledger.ts'
import { openTestOptions } from '#testing/options.ts'

const remembered = 100_000
const choices = 300_000
/** What is promised. */
const most = { megabytes: 30, microseconds: 3 }

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const channels = [1, 2, 3, 4].map((id) => ({ id, keys: [`${id}a`, `${id}b`, `${id}c`], weight: id }))
const caller = callerOf(1)

/** Microseconds of a choice of channel and key. The calls are as the relay has them: read, and not looked at yet. */
const measureChoice = (node: ChoosingNode, calls: readonly Call[], isKnown: boolean): number => {
  const begunAt = process.cpuUsage()
  for (let at = 0; at < choices; at += 1) {
    const call = calls[at % calls.length]
    if (call === undefined) continue
    const conversation = isKnown ? conversationOf(node, caller, call) : undefined
    const channel = choose(node, caller, call, new Trace(systemClock, 'a call'), conversation)
    if (channel !== undefined) node.keys.next(channel, conversation)
  }
  const { user, system } = process.cpuUsage(begunAt)
  return (user + system) / choices
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const heapMegabytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const fill = (node: ChoosingNode, answering: Channel): number => {
  const before = heapMegabytes()
  for (let at = 0; at < remembered; at += 1) {
    node.conversations.answered(textDigest([`conversation ${at}`]), answering, answering.keys[at % 3] ?? '')
  }
  return heapMegabytes() - before
}

/** Text that was put together is slower to read than what came in one piece, as a client's does. */
const callsOf = (system: string, named: boolean): Call[] =>
  Array.from({ length: 1000 }, (_, at) => {
    const messages: unknown = JSON.parse(
      JSON.stringify([
        { role: 'system', content: system },
        { role: 'user', content: `Task ${at}.` },
        { role: 'assistant', content: 'Step.' },
        { role: 'user', content: 'Go on.' },
      ]),
    )
    return chatCall(Array.isArray(messages) ? messages : [], named ? { 'x-session-id': `session ${at}` } : {})
  })

const bench = async (folder: string): Promise<boolean> => {
  const file = join(folder, 'bench.sqlite')
  const database = await openDatabase({ url: undefined, file, clock: systemClock, log: quiet })
  const node = await openChoosingNode({ options: await openTestOptions(database), clock: systemClock }, channels)
  const [answering] = node.pool.candidates('default', 'cached')
  if (answering === undefined) throw new Error('there is no channel')
  const megabytes = fill(node, answering)
  print(`${remembered} conversations remembered: ${megabytes.toFixed(1)} MB (promised: ${most.megabytes})`)
  const named = callsOf('Be brief.', true)
  const rules = 'Read before you write. '
  measureChoice(node, named, true)
  const byWeight = measureChoice(node, named, false)
  const byName = measureChoice(node, named, true)
  print(`a choice by weight: ${byWeight.toFixed(2)} µs of processor time`)
  print(`a choice for a conversation with a name: ${byName.toFixed(2)} µs (promised: ${most.microseconds})`)
  for (const times of [10, 200]) {
    const unnamed = callsOf(rules.repeat(times), false)
    const kilobytes = ((rules.length * times) / 1000).toFixed(1)
    print(`the same by a beginning of ${kilobytes} kB: ${measureChoice(node, unnamed, true).toFixed(2)} µs`)
  }
  await database.close()
  return megabytes <= most.megabytes && byName <= most.microseconds
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
try {
  process.exitCode = (await bench(folder)) ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

import type { Mutants } from './requirement.ts'

const settlements = 'server/domain/money/settlements.test.ts'

export const faultMutants: Mutants = {
  F01: [
    {
      file: 'server/relay/try-channels.ts',
      from: '      if (!mayRetry(error)) break\n',
      to: '      break\n',
      failing: 'server/relay/faults.test.ts',
    },
  ],
  F02: [
    {
      file: 'server/relay/send.ts',
      from: 'firstByteMs: 120_000',
      to: 'firstByteMs: 10_000',
      failing: 'server/relay/late-upstreams.test.ts',
    },
  ],
  F03: [
    {
      file: 'server/relay/send.ts',
      from: 'idleMs: 60_000',
      to: 'idleMs: 60_000_000',
      failing: 'server/relay/late-upstreams.test.ts',
    },
  ],
  F04: [
    {
      file: 'protocols/sse.ts',
      from: 'event[0] === 0xef && event[1] === 0xbb && event[2] === 0xbf',
      to: 'event.length === 0',
      failing: 'protocols/sse.test.ts',
    },
  ],
  F05: [
    {
      file: 'server/lib/content-decoding.ts',
      from: "  ['br', () => createBrotliDecompress()],\n",
      to: '',
      failing: 'server/relay/broken-bodies.test.ts',
    },
  ],
  F06: [
    {
      file: 'protocols/sse.ts',
      from: 'const longestEvent = 10 * 1024 * 1024',
      to: 'const longestEvent = 1000 * 1024 * 1024',
      failing: 'server/relay/odd-answers.test.ts',
    },
  ],
  F07: [
    {
      file: 'server/domain/channels/channel-health.ts',
      from: 'health.wishedUntil = now + wished',
      to: 'health.wishedUntil = 0',
      failing: 'server/relay/limits-of-upstreams.test.ts',
    },
  ],
  F08: [
    {
      file: 'server/relay/failure.ts',
      from: 'return status < 200 || status >= 300',
      to: 'return false',
      failing: 'server/relay/storms.test.ts',
    },
  ],
  F09: [
    {
      file: 'server/relay/failure.ts',
      from: 'if (isOperators(failure)) return { reason, forMs: refusedRestSeconds * 1000 }',
      to: '',
      failing: 'server/relay/storms.test.ts',
    },
  ],
  F10: [
    {
      file: 'server/relay/departure.ts',
      from: 'answer.abort()\n      over()',
      to: 'over()',
      failing: 'server/relay/let-go.test.ts',
    },
  ],
  F14: [
    {
      file: 'server/db/sqlite/sqlite-settle.ts',
      from: 'if (!alone && isInOtherTable(statements, settlement)) {',
      to: 'if (false) {',
      failing: 'server/db/settling/settle.test.ts',
    },
  ],
  F15: [
    {
      file: 'server/domain/money/kept-charges.ts',
      from: 'await keepInReserve(settlement)',
      to: 'throw error',
      failing: settlements,
    },
  ],
  F16: [
    {
      file: 'server/db/sqlite/charges-left-in-journal.ts',
      from: 'await rm(file, { force: true })',
      to: '',
      failing: 'server/db/sqlite/charges-left-in-journal.test.ts',
    },
    {
      file: 'server/domain/money/orphaned-calls.ts',
      from: 'Promise.allSettled(settlements.map((settlement) => database.settle([settlement])))',
      to: 'Promise.allSettled(settlements.map(async () => {}))',
      failing: 'e2e/killed-calls.test.ts',
    },
    {
      file: 'server/domain/tasks/tasks.ts',
      from: 'owes: task.charge === undefined && task.owed === undefined ? 0 : 1',
      to: 'owes: task.charge === undefined ? 0 : 1',
      failing: 'server/domain/tasks/task-holds.test.ts',
    },
  ],
  F19: [
    {
      file: 'server/health.ts',
      from: "if (draining) return { status: 503, text: 'draining\\n' }",
      to: '',
      failing: 'server/stopping.test.ts',
    },
    {
      file: 'server/lib/inbound/http-server.ts',
      from: '    isClosing: () => draining.has(server),\n',
      to: '    isClosing: () => false,\n',
      failing: 'server/lib/inbound/plain-connection.test.ts',
    },
  ],
  F20: [
    {
      file: 'server/domain/counting/token-counter.ts',
      from: "begun.on('exit', () => lose(begun))",
      to: '',
      failing: 'server/domain/counting/token-counter.test.ts',
    },
    {
      file: 'server/domain/counting/token-counter.ts',
      from: 'withDeadline(counted, patienceMs,',
      to: 'withDeadline(counted, patienceMs + 1e6,',
      failing: 'server/domain/counting/token-counter.test.ts',
    },
  ],
  F21: [
    {
      file: 'server/ending.ts',
      from: '    failed: (error) => {\n      code = 1\n',
      to: '    failed: (error) => {\n',
      failing: 'server/uncaught.test.ts',
    },
  ],
  F23: [
    {
      file: 'server/lib/redis-connection.ts',
      from: "error.message.startsWith('READONLY'),",
      to: 'error === undefined,',
      failing: 'server/lib/redis-sliding-window.test.ts',
    },
    {
      file: 'server/domain/money/shared-accounts-node.ts',
      from: 'this.#isRefused = error instanceof ReplyError',
      to: '',
      failing: 'server/relay/redis-away.test.ts',
    },
    {
      file: 'server/lib/redis-sliding-window.ts',
      from: 'if (answer === null) return memory.take(key, limit, windowMs)',
      to: 'if (answer === null) return { allowed: true, remaining: limit, handle: { key, at: 0, place: null } }',
      failing: 'server/lib/redis-sliding-window.test.ts',
    },
    {
      file: 'server/domain/version-watch.ts',
      from: "this.#parts.signals.deliver(topic, { kind: 'message', text })",
      to: '',
      failing: 'server/nodes-obey.test.ts',
    },
    {
      file: 'server/relay/cover.ts',
      from: 'if (hasCredit()) return true',
      to: '',
      failing: 'server/relay/redis-away.test.ts',
    },
  ],
  F24: [
    {
      file: 'server/domain/broadcast.ts',
      from: 'if (told?.from !== node) obey(told?.ids).catch(() => {})',
      to: '',
      failing: 'server/nodes-obey.test.ts',
    },
  ],
  F26: [
    {
      file: 'server/domain/people/human-check.ts',
      from: 'timeoutMs: deadlineMs',
      to: 'timeoutMs: deadlineMs * 1000',
      failing: 'server/api/human-check.test.ts',
    },
  ],
  F27: [
    {
      file: 'server/domain/money/charge-replay.ts',
      from: 'await spool.remove(stored)',
      to: '',
      failing: settlements,
    },
  ],
  F29: [
    {
      file: 'server/lib/inbound/body-budget.ts',
      from: ' && (inAll === taken || inAll + bytes <= mostInAll)',
      to: '',
      failing: 'server/relay/body-budget.test.ts',
    },
  ],
}

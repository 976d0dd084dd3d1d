import { ApplicationError } from '#contract/errors.ts'
import { readLanguage } from '#contract/languages.ts'
import { openLive } from './open-live.ts'
import { openRealtime } from './open-realtime.ts'
import { type Beginning, checkModel, type Opening, type RealtimeParts } from './opening.ts'
import { createRealtimeMeter } from './realtime-meter.ts'
import { type RealtimeSession, runSession } from './realtime-session.ts'

/** Sessions over a WebSocket: opened like a call, charged response by response. */
export type Realtime = {
  /** Opens a session; throws what the client is refused for, where it can still be told so. */
  open: (opening: Opening) => Promise<void>
  /** Ends sessions in which nothing is being said, and the others after `graceMs`; resolves when all are charged. */
  close: (options: { graceMs: number }) => Promise<void>
}

const tickMs = 1000

export const createRealtime = (parts: RealtimeParts): Realtime => {
  const { domain, nextRequestId } = parts
  const sessions = new Set<RealtimeSession>()
  let ticking: NodeJS.Timeout | undefined
  let isClosing = false

  const run = ({ request, trace }: Opening, beginning: Beginning) => {
    const { caller, call, calls, channel, dialect, key, route } = beginning
    const reader = dialect.createReader(route.model)
    const meter = createRealtimeMeter({
      ...{ domain, caller, call, channel, route, admission: beginning.admission },
      ...{ count: reader.count, opening: trace, nextRequestId },
    })
    const said = beginning.said === undefined ? [] : reader.client(beginning.said).events
    for (const event of said) meter.client(event)
    const keeper = { channelId: channel.id, keyPlace: Math.max(0, channel.allKeys.indexOf(key)) }
    const session = runSession({
      ...{ domain, call, channel, dialect, reader, meter, upstreamModel: route.model },
      ...{ client: beginning.client, upstream: beginning.upstream, held: beginning.held, opening: beginning.opening },
      keep: (thing) => domain.ownedThings.remember(caller.userId, [thing], keeper),
      countCall: calls.count,
      checkModel: (model) => checkModel(caller, model),
      checkCaller: beginning.check,
      requestId: trace.requestId,
      language: readLanguage(request.headers['accept-language']),
    })
    sessions.add(session)
    ticking ??= setInterval(() => {
      for (const each of sessions) each.tick()
    }, tickMs).unref()
    session.ended.finally(() => {
      calls.giveBack()
      sessions.delete(session)
      if (sessions.size > 0) return
      clearInterval(ticking)
      ticking = undefined
    })
  }

  return {
    open: async (opening) => {
      if (isClosing) throw new ApplicationError('shutting_down')
      if (opening.endpoint.operation === 'live') await openLive(parts, opening, run, () => isClosing)
      else await openRealtime(parts, opening, run)
    },
    close: async ({ graceMs }) => {
      isClosing = true
      for (const session of sessions) session.leave()
      const late = setTimeout(() => {
        for (const session of sessions) session.stop()
      }, graceMs)
      await Promise.all([...sessions].map((session) => session.ended))
      clearTimeout(late)
    },
  }
}

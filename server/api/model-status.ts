import { ApplicationError } from '#contract/errors.ts'
import type { UsagePoint } from '#contract/logs.ts'
import type { modelStatus, StatedModel } from '#contract/model-status.ts'
import { roles } from '#contract/user.ts'
import { markOf } from '#providers/catalogue.ts'
import { failuresByModel } from '../db/failed-calls.ts'
import { readChart } from '../db/logs/log-store.ts'
import { firstHour, modelStates } from '../domain/channels/model-states.ts'
import { usableGroups } from '../domain/groups.ts'
import { nowSeconds } from '../lib/clock.ts'
import type { ControlPlane } from './control-plane.ts'
import type { Handlers } from './implement.ts'

/** Anyone may ask, as often as they like: the database is asked once in so long. */
const freshMs = 60_000

/** What is wrong with us or an upstream; everything else is between the client and what it asked. */
const ownFailures = ['unavailable', 'overloaded', 'upstream_failed', 'upstream_slow', 'internal'] as const

export const modelStatusHandlers = ({ domain, database }: ControlPlane): Handlers<typeof modelStatus> => {
  const { clock, options, pool } = domain
  let latest: { until: number; read: Promise<readonly StatedModel[]> } | undefined

  const read = async (): Promise<readonly StatedModel[]> => {
    const now = nowSeconds(clock)
    const range = { start_timestamp: firstHour(now), end_timestamp: now }
    const chart = await readChart(database.query, range, { seconds: 3600, changes: [] }, { id: 0, username: '' })
    const points: UsagePoint[] = JSON.parse(chart)
    const succeeded = points.map(({ model_name: model, created_at: hour, count }) => ({ model, hour, count }))
    const states = modelStates(now, succeeded, await failuresByModel(database.query, firstHour(now), ownFailures))
    return states.map((state) => ({ ...state, mark: markOf(state.model) }))
  }
  const current = (): Promise<readonly StatedModel[]> => {
    if (latest !== undefined && clock.monotonic() < latest.until) return latest.read
    const next = { until: clock.monotonic() + freshMs, read: read() }
    latest = next
    // A failure is not kept.
    next.read.catch(() => {
      if (latest === next) latest = undefined
    })
    return next.read
  }

  return {
    read: async ({ caller }) => {
      const isAdmin = (caller?.user.role ?? 0) >= roles.admin
      if (!isAdmin && !options.get('StatusPageEnabled')) throw new ApplicationError('status_page_off')
      const offered = new Set(pool.modelsOf([...usableGroups(options, caller?.user.group)]))
      const models = (await current()).filter(({ model }) => offered.has(model))
      return { since: firstHour(nowSeconds(clock)), models, idle: offered.size - models.length }
    },
  }
}

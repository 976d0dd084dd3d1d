import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** `none`: nobody called. `degraded`: some calls failed although nothing was wrong with them; `down`: most of them. */
const modelState = z.enum(['none', 'up', 'degraded', 'down'])
export type ModelState = z.output<typeof modelState>

const statedModel = z.object({
  model: z.string(),
  /** Of its maker, a part of the sprite of marks; empty where there is none. */
  mark: z._default(z.string(), ''),
  /** Within the last two hours. */
  now: modelState,
  /** The share of calls that went well, between 0 and 1. */
  uptime: z.number(),
  /** By the hour, the current one last. */
  hours: z.array(modelState),
})
export type StatedModel = z.output<typeof statedModel>

export const modelStatus = {
  read: endpoint({
    method: 'GET',
    path: '/api/model_status',
    access: 'visitor',
    summary:
      'How calls of the models that the asker may call went in the last day, as of a minute ago at most; to others than administrators only with StatusPageEnabled',
    data: z.object({
      /** Unix seconds: when the first hour begins. */
      since: z.int(),
      /** Those that were called, by name. */
      models: z.array(statedModel),
      /** How many others there are. */
      idle: z.int(),
    }),
  }),
}

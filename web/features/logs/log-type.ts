import { logTypes } from '#contract/logs.ts'
import type { Tone } from '../../ui/badge.tsx'

/** How each type is named and coloured. */
export const logTypeLooks = [
  { type: logTypes.recharge, key: 'typeRecharge', tone: 'info' },
  { type: logTypes.consume, key: 'typeConsume', tone: 'ok' },
  { type: logTypes.manage, key: 'typeManage', tone: 'orange' },
  { type: logTypes.system, key: 'typeSystem', tone: 'brand' },
  { type: logTypes.checkIn, key: 'typeCheckIn', tone: 'lime' },
  { type: logTypes.failed, key: 'typeFailed', tone: 'bad' },
] as const satisfies readonly { type: number; key: string; tone: Tone }[]

export const logTypeLook = (type: number) =>
  logTypeLooks.find((look) => look.type === type) ?? ({ key: 'typeUnknown', tone: 'muted' } as const)

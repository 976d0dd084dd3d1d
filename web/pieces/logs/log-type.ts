import { logTypes } from '#contract/log-types.ts'
import type { Tone } from '../../ui/badge.tsx'
import { logTypeNames } from './log-type-names.ts'

const tones: Record<keyof typeof logTypeNames, Tone> = {
  [logTypes.recharge]: 'info',
  [logTypes.consume]: 'ok',
  [logTypes.manage]: 'orange',
  [logTypes.system]: 'brand',
  [logTypes.checkIn]: 'lime',
  [logTypes.failed]: 'bad',
}

export const logTypeLook = (type: number) =>
  isKnown(type) ? { key: logTypeNames[type], tone: tones[type] } : ({ key: 'typeUnknown', tone: 'muted' } as const)

const isKnown = (type: number): type is keyof typeof logTypeNames => type in logTypeNames

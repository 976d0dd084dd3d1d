import { logTypes } from '#contract/log-types.ts'

/** How each type is named. */
export const logTypeNames = {
  [logTypes.recharge]: 'typeRecharge',
  [logTypes.consume]: 'typeConsume',
  [logTypes.manage]: 'typeManage',
  [logTypes.system]: 'typeSystem',
  [logTypes.checkIn]: 'typeCheckIn',
  [logTypes.failed]: 'typeFailed',
} as const

import { TaskRefused } from '../../task-platform.ts'

/** What a button does, by the name it is pressed under. The first that fits counts. */
const buttons: readonly { part: RegExp; action: string; hasIndex?: true }[] = [
  { part: /upsample/, action: 'UPSCALE', hasIndex: true },
  { part: /low_variation/, action: 'LOW_VARIATION' },
  { part: /high_variation/, action: 'HIGH_VARIATION' },
  { part: /variation/, action: 'VARIATION', hasIndex: true },
  { part: /pan/, action: 'PAN' },
  { part: /reroll/, action: 'REROLL' },
  { part: /Outpaint/, action: 'ZOOM' },
  { part: /CustomZoom/, action: 'CUSTOM_ZOOM' },
  { part: /Inpaint/, action: 'INPAINT' },
  { part: /animate|video/, action: 'VIDEO' },
]

/** `MJ::JOB::upsample::2::…`, `MJ::Inpaint::1::…`: what is done stands in the second part or, behind `JOB`, in the third. */
export const actionOfButton = (customId: string): string => {
  const parts = customId.split('::')
  if (parts.length < 2) throw new TaskRefused('unknown_action')
  const name = (parts[1] === 'JOB' ? parts[2] : parts[1]) ?? ''
  const found = buttons.find(({ part }) => part.test(name))
  if (found === undefined) throw new TaskRefused('unknown_action')
  if (found.hasIndex && !/^\d+$/.test(parts[3] ?? '')) throw new TaskRefused('index_parse_failed')
  return found.action
}

/** `1320098173412546 U2`: the task, and what is done with which of its pictures. */
export const readSimpleChange = (content: string): { taskId: string; action: string } => {
  const found = /^\s*(\S+)\s+(?:([uv])([1-4])|(r))\s*$/i.exec(content)
  if (found === null) throw new TaskRefused('content_parse_failed')
  const [, taskId = '', letter = found[4] ?? ''] = found
  return { taskId, action: simpleActions[letter.toLowerCase()] ?? 'REROLL' }
}

const simpleActions: Readonly<Record<string, string>> = { u: 'UPSCALE', v: 'VARIATION', r: 'REROLL' }

/** By the name that prices have. */
export const modelOfAction = (action: string): string =>
  action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`

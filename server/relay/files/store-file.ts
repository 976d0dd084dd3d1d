import { ApplicationError } from '#contract/errors.ts'
import { isObject, type JsonObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import type { Caller } from '../authenticate.ts'
import { drawChannel } from '../draw-channel.ts'
import { AttemptFailure } from '../failure.ts'
import { sendJson } from '../send-json.ts'
import { isBatchedHere } from './batched-here.ts'
import { type FileParts, sendComing, withForm } from './coming-body.ts'
import { storeOwnFile } from './own-file.ts'

/**
 * Passes a file on to a channel while it comes, or keeps it here where no channel has batches of its calls. It is the
 * caller's once that is written down, and only then he is told its id.
 */
export const storeFile = (parts: FileParts, room: BodyRoom): Promise<void> =>
  withForm(parts, { member: 'file', maximumBytes: largestFile, room }, async (form) => {
    const { domain, caller, response, trace } = parts
    const model = modelOfFirstLine(form.beginning)
    if (model !== undefined && isBatchedHere(domain, caller, model, 'batch_task')) return storeOwnFile(parts, form)
    const channel = chooseKeeper(parts, caller, model)
    const key = domain.keys.next(channel)
    const { bytes } = await sendComing(parts, form, { channel, key })
    const { id, told } = madeIn(bytes)
    const keyPlace = Math.max(0, channel.allKeys.indexOf(key))
    await domain.files.add(caller.userId, [{ id, channelId: channel.id, keyPlace, told }])
    sendJson(response, bytes, trace)
  })

/** What an upstream says that it made. */
export const madeIn = (bytes: Buffer): { id: string; told: JsonObject } => {
  const told = parseLenient(bytes.toString('utf8'))
  const id = textAt(told, 'id')
  if (!isObject(told) || id === undefined) {
    throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  }
  return { id, told }
}

/** What the vendor takes, and room for the form around it. */
const largestFile = 513 * 1024 * 1024

/** A file of calls names their model: only who serves it can do something with them. */
const modelOfFirstLine = (beginning: Buffer): string | undefined => {
  const [, line = '', end] = /\r\n\r\n\s*(\{[^\n]*)([\r\n])?/.exec(beginning.toString('utf8')) ?? []
  if (line === '') return undefined
  try {
    // Of a long one only its beginning is here.
    if (end === undefined) return /"body"\s*:.*?"model"\s*:\s*"([^"\\]+)"/.exec(line)?.[1]
    const parsed: unknown = JSON.parse(line)
    return isObject(parsed) ? textAt(parsed.body, 'model') : undefined
  } catch {
    return undefined
  }
}

/** Which channel is to keep it: of those that keep files the highest priority, by weight. */
export const chooseKeeper = ({ domain, endpoint }: FileParts, caller: Caller, model: string | undefined): Channel => {
  const { pool } = domain
  const all = pool.ids().flatMap((id) => pool.find(id) ?? [])
  const open = all.filter(
    ({ id, type, enabled, groups }) =>
      enabled &&
      providerOf(type).operations.has(endpoint.operation) &&
      (caller.pinnedChannel === undefined ? groups.includes(caller.group) : caller.pinnedChannel === id),
  )
  const serving = model === undefined ? [] : pool.candidates(caller.group, model)
  const fit = open.filter(({ id }) => serving.some((channel) => channel.id === id))
  const able = fit.length > 0 ? fit : open
  const chosen = drawChannel(able)
  if (chosen === undefined) throw new ApplicationError('files_unserved', { group: caller.group })
  return chosen
}

import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { type AnsweredCall, type AnsweringUpstream, answerJson, startAnsweringUpstream } from '../answering-upstream.ts'
import { Refusal } from '../strict/strict-question.ts'
import { startWebSocketVendor } from '../web-socket-vendor.ts'
import { sparkFrames, sparkRefusal } from './spark-wire.ts'
import type { Told } from './wire.ts'
import { secretOf, tokenOf, type WiredVendor, wiredVendors } from './wired-vendors.ts'

/** Who says this is refused, with the vendor's key among the words. */
export const refusedWords = 'Please refuse this.'
/** The same, as if the key were no good any more. */
export const unknownWords = 'Please know me no more.'

export type WiredUpstream = Pick<AnsweringUpstream, 'url' | 'close'> & {
  addressOf: (vendor: WiredVendor) => string
  /** What vendors refused that no test asked them to refuse. */
  surprises: string[]
}

/** All vendors in one server, each under its name, speaking its own dialect in its own frames. */
export const startWiredUpstream = async (): Promise<WiredUpstream> => {
  const surprises: string[] = []
  const upstream = await startAnsweringUpstream(async (call, response) => {
    const [, name = '', path = ''] = /^\/([^/]+)(.*)$/.exec(call.path) ?? []
    const vendor = wiredVendors.find((each) => each.name === name)
    if (vendor === undefined) return answerJson(response, 404, {})
    try {
      await answerAs(vendor, { ...call, path }, response)
    } catch (error) {
      const said = error instanceof z.ZodError ? new Refusal(z.prettifyError(error)) : error
      if (!(said instanceof Refusal)) throw error
      if (!said.message.includes(secretOf(name))) surprises.push(`${name} ${path}: ${said.message}`)
      const told = vendor.wire(path).failure(said)
      answerJson(response, told.status, told.body)
    }
  })
  const lines = await startWebSocketVendor()
  lines.tell({
    admits: ({ url = '' }) => (url.includes('authorization=') ? undefined : { status: 401, body: {} }),
    messages: (body) => {
      const text = JSON.stringify(body)
      if (text.includes(refusedWords)) return sparkRefusal(refusalOf('xunfei'))
      if (text.includes(unknownWords)) return sparkRefusal(refusalOf('xunfei'), 11200)
      return sparkFrames(body)
    },
  })
  return {
    url: upstream.url,
    surprises,
    addressOf: ({ name }) => (name === 'xunfei' ? lines.url : `${upstream.url}/${name}`),
    close: async () => {
      await Promise.all([upstream.close(), lines.close()])
    },
  }
}

const refusalOf = (name: string): string => `not like this, ${secretOf(name)}`

const answerAs = async (vendor: WiredVendor, call: AnsweredCall, response: ServerResponse): Promise<void> => {
  const { path, headers, body, text } = call
  const given = tokenFor(vendor, call)
  if (given !== undefined) return answerJson(response, given.status, given.body)
  if (!vendor.admits({ path, headers })) throw new Refusal('who are you?', 401)
  if (text.includes(refusedWords)) throw new Refusal(refusalOf(vendor.name))
  if (text.includes(unknownWords)) throw new Refusal(refusalOf(vendor.name), 401)
  await vendor.wire(path).answer({ path, headers, body, model: vendor.model }, response)
}

/** The token services of those whose key is exchanged first. */
const tokenFor = ({ name }: WiredVendor, { path, text, headers }: AnsweredCall): Told | undefined => {
  if (!/\/(?:oauth\/2\.0\/)?token(?:\?|$)/.test(path)) return undefined
  const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  const isShown = [path, text, basic].some((each) => each.includes(secretOf(name)) || each.includes('assertion='))
  return isShown
    ? { status: 200, body: { access_token: tokenOf(name), expires_in: 3600, token_type: 'Bearer' } }
    : { status: 401, body: { error: 'invalid_client' } }
}

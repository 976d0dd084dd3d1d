import { protocols } from '#protocols/index.ts'
import type { Protocol, ProtocolName } from '#protocols/protocol.ts'

/** What a path is for. */
export type RelayEndpoint = {
  kind: 'chat' | 'models' | 'model' | 'unimplemented'
  protocol: ProtocolName
  /** The part of the path that varies, such as a model's name. */
  parameter: string
}

type Row = {
  method: 'GET' | 'POST' | 'DELETE' | 'ANY'
  path: RegExp
  kind: RelayEndpoint['kind']
  protocol: ProtocolName
}

/** One row per path; `/hf/v1` is another name of `/v1`. The first row that fits counts. */
const rows: readonly Row[] = [
  { method: 'POST', path: /^(?:\/hf)?\/v1\/chat\/completions$/, kind: 'chat', protocol: 'openai-chat' },
  { method: 'GET', path: /^(?:\/hf)?\/v1\/models$/, kind: 'models', protocol: 'openai-chat' },
  { method: 'GET', path: /^(?:\/hf)?\/v1\/models\/(.+)$/, kind: 'model', protocol: 'openai-chat' },
  {
    method: 'ANY',
    path: /^\/v1\/(?:files|fine-tunes|fine_tuning)(?:\/.*)?$/,
    kind: 'unimplemented',
    protocol: 'openai-chat',
  },
  { method: 'DELETE', path: /^\/v1\/models\/(.+)$/, kind: 'unimplemented', protocol: 'openai-chat' },
]

const relayPath = /^\/(?:hf\/)?v1(?:\/|$)/

/** Whether a path belongs to the relay at all, known or not. */
export const isRelayPath = (path: string): boolean => relayPath.test(path)

/** A trailing slash is the same path. */
export const findEndpoint = (method: string, path: string): RelayEndpoint | 'wrong_method' | undefined => {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  let known = false
  for (const row of rows) {
    const match = row.path.exec(plain)
    if (match === null) continue
    known = true
    if (row.method !== 'ANY' && row.method !== method) continue
    return { kind: row.kind, protocol: row.protocol, parameter: decodePart(match[1] ?? '') }
  }
  return known ? 'wrong_method' : undefined
}

/** The dialect in which a path's errors are told, also where the path is unknown. */
export const protocolOfPath = (path: string): Protocol =>
  protocols[rows.find((row) => row.path.test(path))?.protocol ?? 'openai-chat']

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

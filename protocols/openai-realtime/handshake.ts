export const realtimeSubprotocol = 'realtime'

const keyMark = 'openai-insecure-api-key.'
const betaSubprotocol = 'openai-beta.realtime-v1'
const betaHeader = 'realtime=v1'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export const keyOfSubprotocols = (headers: Headers): string | undefined => {
  const key = offered(headers)
    .find((item) => item.startsWith(keyMark))
    ?.slice(keyMark.length)
  return key === '' ? undefined : key
}

/** What tells the upstream that the client speaks the beta's form of the dialect: as the client says it, by either way. */
export const betaHeaders = (headers: Headers, model: string): Record<string, string> => {
  const told = headers['openai-beta']
  if (typeof told === 'string') return { 'openai-beta': told }
  const isBeta = offered(headers).includes(betaSubprotocol) || model.includes('preview')
  return isBeta ? { 'openai-beta': betaHeader } : {}
}

const offered = (headers: Headers): string[] => {
  const list = headers['sec-websocket-protocol']
  return typeof list === 'string' ? list.split(',').map((item) => item.trim()) : []
}

/** The address of such a session names no model: the session does. */
export const isTranscription = (query: string): boolean => new URLSearchParams(query).get('intent') === 'transcription'

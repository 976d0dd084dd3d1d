import type { IncomingHttpHeaders } from 'node:http'
import type { ClientRequest } from './plain-request.ts'
import type { ClientResponse } from './plain-response.ts'

/**
 * For answers that pages of any origin may read: whoever asks shows a key, and no cookie counts, so a page gets no more
 * than its visitor gave it. Older browsers take the star for a name: what clients go by is named.
 */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    '*',
    'x-request-id',
    'request-id',
    'x-oneapi-request-id',
    'x-output-limit',
    'retry-after',
    'retry-after-ms',
    'x-should-retry',
    ...['limit', 'remaining', 'reset'].flatMap((figure) => [
      `x-ratelimit-${figure}-requests`,
      `x-ratelimit-${figure}-tokens`,
    ]),
    'server-timing',
    'x-sluice-changed',
  ].join(', '),
}

/** Names and values in turn. */
export const openHeaderPairs: readonly string[] = Object.entries(openHeaders).flat()

/** A browser that asks beforehand shows no key yet. */
export const answerPreflight = ({ headers }: Pick<ClientRequest, 'headers'>, response: ClientResponse): void => {
  response.writeHead(204, preflightHeaders(headers))
  response.end()
}

/** What a browser is told that asks beforehand, whatever key it has. Clients send headers of their own: all may come. */
const preflightHeaders = (headers: IncomingHttpHeaders): string[] => {
  const asked = headers['access-control-request-headers']
  return [
    ...openHeaderPairs,
    'access-control-allow-methods',
    methods,
    'access-control-allow-headers',
    asked !== undefined && listOfNames.test(asked) ? asked : 'authorization, *',
    'access-control-max-age',
    '7200',
    'allow',
    methods,
    'vary',
    'access-control-request-headers',
  ]
}

const methods = 'GET, HEAD, POST, DELETE, OPTIONS'
const listOfNames = /^[\w-]+(?:\s*,\s*[\w-]+)*$/

import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type AddressEntry, parseAddressList } from './lib/inbound/client-address.ts'

export type Environment = z.output<typeof environment>

export type ParsedEnvironment = { ok: true; value: Environment } | { ok: false; faults: string[] }

/** Reads the process environment once; every fault is told, not only the first. */
export const parseEnvironment = (variables: Record<string, string | undefined>): ParsedEnvironment => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const result = z.safeParse(environment, given)
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, faults: result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
}

const truth = (fallback: boolean) =>
  z._default(
    z.pipe(
      z.enum(['true', 'false', '1', '0'], 'must be true or false'),
      z.transform((text) => text === 'true' || text === '1'),
    ),
    fallback,
  )

const wholeNumber = (lowest: number, highest: number, fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(
        z.refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= lowest && Number(text) <= highest, {
          error: `must be a whole number from ${lowest} to ${highest}`,
        }),
      ),
      z.transform(Number),
    ),
    fallback,
  )

const address = (schemes: readonly string[]) =>
  z.string().check(
    z.refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
      error: `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    }),
  )

const readAddresses = (text: string): AddressEntry[] => {
  const list = parseAddressList(text)
  return list.ok ? list.entries : []
}

const environment = z.object({
  HOST: z._default(z.string(), '0.0.0.0'),
  PORT: wholeNumber(0, 65_535, 3000),
  DATA_DIR: z.pipe(
    z._default(z.string(), './data'),
    z.transform((path) => resolve(path)),
  ),
  DATABASE_URL: z.optional(address(['postgres:', 'postgresql:'])),
  REDIS_URL: z.optional(address(['redis:', 'rediss:'])),
  SLUICE_SECRET: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  TRUSTED_PROXIES: z.pipe(
    z
      ._default(z.string(), '')
      .check(
        z.refine((text) => parseAddressList(text).ok, 'must be a list of addresses and ranges, with commas between'),
      ),
    z.transform(readAddresses),
  ),
  /** Without a slash at the end. */
  PUBLIC_URL: z.optional(
    z.pipe(
      address(['http:', 'https:']),
      z.transform((text) => text.replace(/\/+$/, '')),
    ),
  ),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error'), 'info'),
  ALLOW_PRIVATE_UPSTREAMS: truth(true),
  /** False: every request is read by Node's parser. */
  OWN_REQUEST_READER: truth(true),
  /** False: upstreams are called with undici. */
  OWN_UPSTREAM_CLIENT: truth(true),
  /** Calls of the control plane in three minutes, of a user or of an address nobody is signed in from; 0: no limit. */
  GLOBAL_API_RATE_LIMIT: wholeNumber(0, 1_000_000, 180),
  /** What bodies of calls may take together while they are under way; those of one user half of it. */
  BODY_MEMORY_MB: wholeNumber(64, 1_000_000, 256),
  /** For how long new connections are still answered, with 503, when the process is told to end. */
  SHUTDOWN_NOTICE_SECONDS: wholeNumber(0, 25, 5),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
})

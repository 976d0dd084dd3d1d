import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { webAddress } from './option-fields.ts'
import { redirectWays } from './signin-parts.ts'
import type { RedirectWay } from './signin-ways/way.ts'

type Discovering = Extract<(typeof redirectWays)[number], { discovery: object }>

/** The ways whose addresses are told under one of them. */
export const discoveringWays = redirectWays.filter((way) => 'discovery' in way)

const call = ({ name, label, discovery }: RedirectWay) => {
  const members = Object.keys(discovery?.fills ?? {}).map((member) => [member, z.string()] as const)
  return endpoint({
    method: 'GET',
    path: `/api/option/${name}_configuration`,
    access: 'root',
    proof: 'session',
    limit: 'critical',
    summary: `The addresses that a provider of ${label} tells under one of them`,
    query: z.object({ url: webAddress }),
    data: z.object(Object.fromEntries(members)),
  })
}

type DiscoveryCalls = Record<`${Discovering['name']}Configuration`, ReturnType<typeof call>>
const rows = discoveringWays.map((way) => [`${way.name}Configuration`, call(way)] as const)

/** One call per way, as `<name>Configuration`. */
// seam: Object.fromEntries forgets which names there are
export const discoveryCalls = Object.fromEntries(rows) as DiscoveryCalls

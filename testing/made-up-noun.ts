import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { nothing, singleLine } from '#contract/fields.ts'
import type { ControlPlane } from '#server/api/control-plane.ts'
import type { Handlers } from '#server/api/implement.ts'

/** The endpoints of a noun that is not there: all that one would write in `contract/` to add it, besides its line. */
export const bridges = {
  list: endpoint({
    method: 'GET',
    path: '/api/bridge/',
    access: 'user',
    summary: 'The bridges there are',
    query: z.object({ keyword: z._default(z.string(), '') }),
    data: z.array(z.object({ name: z.string(), builder: z.string() })),
  }),
  build: endpoint({
    method: 'POST',
    path: '/api/bridge/',
    access: 'admin',
    summary: 'Build a bridge',
    body: z.object({ name: singleLine(20) }),
    data: nothing,
  }),
}

/** What they do: its file in `server/api/`. */
export const bridgeHandlers = ({ domain }: ControlPlane): Handlers<typeof bridges> => {
  const built: { name: string; builder: string; secret: string }[] = []
  return {
    list: ({ query }) => built.filter(({ name }) => name.includes(query.keyword)),
    build: async ({ caller, body }) => {
      built.push({ name: body.name, builder: caller.user.username, secret: domain.options.get('SystemName') })
    },
  }
}

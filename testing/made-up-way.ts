import * as z from 'zod/mini'
import type { RedirectWay } from '#contract/signin-ways/way.ts'

const account = z.object({ number: z.int(), handle: z.string() })

/** A way to sign in that is not there: all that one would write to add it, besides its line and its words. */
export const madeUpWay = (origin: string) =>
  ({
    kind: 'redirect',
    name: 'madeup',
    label: 'Made Up',
    mark: { lines: ['M2 2h20'] },
    field: 'made_up_id',
    switch: { option: 'MadeUpEnabled', shown: 'made_up_login', needs: ['MadeUpClient'] },
    options: { MadeUpClient: 'text', MadeUpSecret: 'secret' },
    shown: { made_up_client: 'MadeUpClient' },
    refusal: 'signin_refused',
    page: { address: 'https://made-up.example/agree' },
    ask: ({ option }) => ({ client: option('MadeUpClient') }),
    token: { address: `${origin}/token` },
    account: { address: `${origin}/account` },
    exchange: ({ option, code }) => ({ form: { code, secret: option('MadeUpSecret') } }),
    read: (answer) => {
      const { data } = account.safeParse(answer)
      return data && { subject: String(data.number), name: data.handle }
    },
  }) as const satisfies RedirectWay<'MadeUpClient' | 'MadeUpSecret'>

import * as z from 'zod/mini'
import type { RedirectWay } from './way.ts'

const account = z.object({ id: z.int(), username: z.string(), name: z.nullish(z.string()) })

export const linuxdo = {
  kind: 'redirect',
  name: 'linuxdo',
  label: 'Linux DO',
  mark: {
    areas: [
      { path: 'M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20z', colour: '#f0f0f0', edge: true },
      { path: 'M3.3 7a10 10 0 0 1 17.4 0z', colour: '#1c1c1e' },
      { path: 'M3.3 17a10 10 0 0 0 17.4 0z', colour: '#ffb003' },
    ],
  },
  field: 'linux_do_id',
  switch: { option: 'LinuxDOOAuthEnabled', shown: 'linuxdo_oauth', needs: ['LinuxDOClientId', 'LinuxDOClientSecret'] },
  options: { LinuxDOClientId: 'text', LinuxDOClientSecret: 'secret' },
  shown: { linuxdo_client_id: 'LinuxDOClientId' },
  refusal: 'signin_refused',
  page: { address: 'https://connect.linux.do/oauth2/authorize' },
  ask: ({ option }) => ({ client_id: option('LinuxDOClientId'), response_type: 'code' }),
  token: { address: 'https://connect.linux.do/oauth2/token' },
  account: { address: 'https://connect.linux.do/api/user' },
  exchange: ({ option, comeBack, code }) => ({
    login: { name: option('LinuxDOClientId'), password: option('LinuxDOClientSecret') },
    form: { code, redirect_uri: comeBack },
  }),
  read: (answer) => {
    const { data } = account.safeParse(answer)
    return data && { subject: String(data.id), name: data.username, displayName: data.name || data.username }
  },
} as const satisfies RedirectWay<'LinuxDOClientId' | 'LinuxDOClientSecret'>

import * as z from 'zod/mini'
import type { RedirectWay } from './way.ts'

/** The login name can be changed and taken by others, so the number is who it is. */
const account = z.object({ id: z.int(), login: z.string(), name: z.nullish(z.string()) })

const octocat =
  'M12 2a10 10 0 0 0-3.2 19.5c.5.1.7-.2.7-.5v-1.7c-2.8.6-3.4-1.3-3.4-1.3-.4-1.2-1.1-1.5-1.1-1.5-.9-.6.1-.6.1-.6 1 .1 1.5 ' +
  '1 1.5 1 .9 1.5 2.4 1.1 2.9.8.1-.6.4-1.1.6-1.3-2.2-.3-4.6-1.1-4.6-5 0-1.1.4-2 1-2.7-.1-.3-.4-1.3.1-2.7 0 0 .9-.3 2.8 ' +
  '1a9.6 9.6 0 0 1 5 0c1.9-1.3 2.8-1 2.8-1 .5 1.4.2 2.4.1 2.7.6.7 1 1.6 1 2.7 0 3.9-2.3 4.7-4.6 5 .4.3.7.9.7 ' +
  '1.8V21c0 .3.2.6.7.5A10 10 0 0 0 12 2Z'

export const github = {
  kind: 'redirect',
  name: 'github',
  label: 'GitHub',
  mark: { areas: [{ path: octocat }] },
  field: 'github_id',
  switch: { option: 'GitHubOAuthEnabled', shown: 'github_oauth', needs: ['GitHubClientId', 'GitHubClientSecret'] },
  options: { GitHubClientId: 'text', GitHubClientSecret: 'secret' },
  shown: { github_client_id: 'GitHubClientId' },
  refusal: 'signin_refused',
  page: { address: 'https://github.com/login/oauth/authorize' },
  ask: ({ option }) => ({ client_id: option('GitHubClientId'), scope: 'user:email' }),
  token: { address: 'https://github.com/login/oauth/access_token' },
  account: { address: 'https://api.github.com/user' },
  exchange: ({ option, code }) => ({
    form: { client_id: option('GitHubClientId'), client_secret: option('GitHubClientSecret'), code },
  }),
  read: (answer) => {
    const { data } = account.safeParse(answer)
    return data && { subject: String(data.id), name: data.login, displayName: data.name || data.login }
  },
} as const satisfies RedirectWay<'GitHubClientId' | 'GitHubClientSecret'>

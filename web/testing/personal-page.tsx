import { type SystemStatus, systemStatus } from '#contract/status.ts'
import type { User } from '#contract/user.ts'
import { PersonalPage } from '../features/personal/personal-page.tsx'
import { rememberUser } from '../lib/session.ts'
import { currentStatus, loadStatus } from '../lib/status.ts'
import { answerCalls, granted, refused } from './answer-calls.ts'
import { renderPage } from './render-page.tsx'
import { sampleUser } from './sample-user.ts'
import { screen } from './screen.ts'

const models = Array.from({ length: 12 }, (_, index) => `model-${index + 1}`)

type Answers = Parameters<typeof answerCalls>[0]
type Wish = {
  user?: Partial<User>
  status?: Partial<SystemStatus>
  path?: string
  refusal?: string
  answers?: Answers
}

/** What a proxy says when there is nobody behind it. */
export const broken = () => ({ status: 502, body: '<html></html>' })

/** Draws the personal settings of a user in front of a server that has all they ask for. */
export const drawPersonalPage = async ({
  user: changes = {},
  status: statusChanges = {},
  path = '/personal',
  refusal,
  answers,
}: Wish = {}) => {
  let user = sampleUser(changes)
  rememberUser(user)
  const status = systemStatus.parse({ ...currentStatus(), check_in_enabled: true, ...statusChanges })
  let canCheckIn = true
  const outcome = () => ({ body: refusal === undefined ? granted(null) : refused(refusal) })
  const calls = answerCalls({
    'GET /api/status': () => ({ body: granted(status) }),
    'GET /api/user/self': () => ({ body: granted(user) }),
    'GET /api/user/models': () => ({ body: granted(models) }),
    'GET /api/user/aff': () => ({ body: granted('a1B2c3') }),
    'GET /api/user/check_in_status': () => ({ body: granted({ can_check_in: canCheckIn, checked_in: !canCheckIn }) }),
    'POST /api/user/check_in': () => {
      canCheckIn = false
      return { body: granted({ quota: 1000 }) }
    },
    'GET /api/user/proof': () => ({ body: granted({ fresh: true, password: true }) }),
    'POST /api/user/aff_transfer': outcome,
    'PUT /api/user/setting': outcome,
    'GET /api/verification': outcome,
    'GET /api/oauth/email/bind': outcome,
    'GET /api/oauth/wechat/bind': outcome,
    'GET /api/user/token': () => ({ body: granted('system-token') }),
    'PUT /api/user/self': ({ body }) => {
      const { display_name = user.display_name } = Object(body)
      user = { ...user, display_name }
      return { body: granted(null) }
    },
    'DELETE /api/user/self': () => ({ body: granted(null) }),
    ...answers,
  })
  await loadStatus()
  const page = await renderPage(<PersonalPage />, { path, areas: ['personal'] })
  await screen.findByText('@ada')
  return { ...page, calls }
}

/** A call of the product's specification, and which of its two parts name it. */
export type SpecifiedCall = { method: string; path: string; parts: string }

const firstPart = `
GET /api/user/
GET /api/user/search
GET /api/user/:id
GET /api/user/self
POST /api/user/
PUT /api/user/
PUT /api/user/self
POST /api/user/manage
GET /api/group/
GET /api/oauth/state
GET /api/oauth/wechat
GET /api/oauth/wechat/bind
GET /api/oauth/email/bind
GET /api/oauth/telegram/login
GET /api/oauth/telegram/bind
POST /api/user/register
POST /api/user/login
GET /api/verification
GET /api/user/logout
DELETE /api/user/self
GET /api/user/token
GET /api/user/aff
GET /api/user/models
GET /api/user/check_in_status
POST /api/user/check_in
POST /api/user/aff_transfer
PUT /api/user/setting
GET /api/option/
PUT /api/option/
DELETE /api/log/
GET /api/models
`

const secondPart = `
GET /api/option/
PUT /api/option/
POST /api/option/rest_model_ratio
GET /api/channel/models_enabled
GET /api/channel/models
GET /api/group/
GET /api/user/models
GET /api/user/self/groups
GET /api/channel/
GET /api/channel/search
GET /api/channel/:id
POST /api/channel/
PUT /api/channel/
DELETE /api/channel/:id
POST /api/channel/fetch_models
GET /api/channel/fetch_models/:id
GET /api/channel/test/:id
GET /api/channel/test
GET /api/channel/update_balance/:id
GET /api/channel/update_balance
DELETE /api/channel/disabled
POST /api/channel/batch
POST /api/channel/batch/tag
POST /api/channel/fix
PUT /api/channel/tag
POST /api/channel/tag/enabled
POST /api/channel/tag/disabled
GET /api/token/
GET /api/token/search
GET /api/token/:id
POST /api/token/
PUT /api/token/
DELETE /api/token/:id
GET /api/redemption/
GET /api/redemption/search
GET /api/redemption/:id
POST /api/redemption/
PUT /api/redemption/
DELETE /api/redemption/:id
PUT /api/redemption/batch-disable
DELETE /api/redemption/delete-disabled
GET /api/redemption/count-by-name
DELETE /api/redemption/delete-by-name
POST /api/user/topup
GET /api/user/self
POST /api/user/amount
POST /api/user/pay
GET /api/reset_password
POST /api/user/reset
GET /api/log/
GET /api/log/self
GET /api/log/stat
GET /api/log/self/stat
GET /api/user/:id
GET /api/mj/
GET /api/mj/self
GET /api/task/
GET /api/task/self
GET /api/pricing
POST /pg/chat/completions
GET /api/oauth/github
GET /api/oauth/oidc
GET /api/oauth/linuxdo
GET /api/setup
POST /api/setup
GET /api/status
GET /api/user/logout
`

const linesOf = (text: string): string[] => text.trim().split('\n')

const readCall = (line: string): SpecifiedCall => {
  const [method = '', path = ''] = line.split(' ')
  const parts = [firstPart, secondPart].flatMap((part, index) => (linesOf(part).includes(line) ? [index + 1] : []))
  return { method, path, parts: parts.join(' and ') }
}

/** Every call of both parts, once. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  ...new Set([...linesOf(firstPart), ...linesOf(secondPart)]),
].map(readCall)

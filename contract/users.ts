import * as z from 'zod/mini'

export const roles = { ordinary: 1, admin: 10, root: 100 } as const
export const userStatuses = { active: 1, banned: 2 } as const

/** What a user chose for notices; kept as JSON text in `setting`. */
export const userSetting = z.object({
  notify_type: z._default(z.enum(['email', 'webhook']), 'email'),
  quota_warning_threshold: z.optional(z.number()),
  webhook_url: z._default(z.string(), ''),
  webhook_secret: z._default(z.string(), ''),
  notification_email: z._default(z.string(), ''),
  accept_unset_model_ratio_model: z._default(z.boolean(), false),
})
export type UserSetting = z.output<typeof userSetting>

/** A user as others may see it: no password, no access token, no webhook secret. */
export const user = z.object({
  id: z.int(),
  username: z.string(),
  display_name: z.string(),
  email: z.string(),
  group: z.string(),
  quota: z.int(),
  used_quota: z.int(),
  request_count: z.int(),
  aff_code: z.string(),
  aff_count: z.int(),
  aff_quota: z.int(),
  aff_history_quota: z.int(),
  inviter_id: z.int(),
  role: z.int(),
  status: z.int(),
  DeletedAt: z.nullable(z.int()),
  github_id: z.string(),
  oidc_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  setting: z.string(),
})
export type User = z.output<typeof user>

export const groupChoices = z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() }))

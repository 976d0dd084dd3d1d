import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { emptyOrMailAddress, headerWord, nothing, quota, singleLine } from './fields.ts'
import { languageCodes } from './languages.ts'

/** How, and in which language, a user wants to be told what he did not ask for, and whether calls may have no price. */
export const userSettings = {
  update: endpoint({
    method: 'PUT',
    path: '/api/user/setting',
    access: 'user',
    summary: 'Change the own settings; what is left out stays as it is',
    body: z.partial(
      z.object({
        notify_type: z.enum(['email', 'webhook']),
        quota_warning_threshold: quota.check(z.minimum(1)),
        webhook_url: singleLine(2048).check(z.trim()),
        webhook_secret: headerWord(256),
        notification_email: emptyOrMailAddress,
        accept_unset_model_ratio_model: z.boolean(),
        /** Notices come in it. */
        language: z.enum(languageCodes),
        /** With true an empty secret is one that was read, and stays. */
        webhook_secret_set: z.boolean(),
      }),
    ),
    data: nothing,
  }),
}

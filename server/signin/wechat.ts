import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import type { Options } from '../domain/options.ts'
import type { Ask, ExternalAccount } from './external-account.ts'

const answer = z.object({ success: z.boolean(), data: z.catch(z.string(), '') })

/** The operator's own server, which watches the public account, tells whose a code is. */
export const readWechatAccount = async (
  { ask, options }: { ask: Ask; options: Options },
  code: string,
): Promise<ExternalAccount> => {
  const url = `${options.get('WeChatServerAddress').replace(/\/$/, '')}/api/wechat/user?code=${encodeURIComponent(code)}`
  const headers = { authorization: options.get('WeChatServerToken') }
  const read = answer.safeParse(await ask('wechat', { url, method: 'GET', headers }))
  if (!read.success || !read.data.success || read.data.data === '') throw new ApplicationError('wechat_code_wrong')
  return { provider: 'wechat', subject: read.data.data, name: '', displayName: 'WeChat User', email: '' }
}

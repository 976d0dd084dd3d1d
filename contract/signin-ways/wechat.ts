import * as z from 'zod/mini'
import type { CodeWay } from './way.ts'

const account = z.object({ success: z.literal(true), data: z.string().check(z.minLength(1)) })

/** The operator's own server, which watches the public account, tells whose a code is. */
export const wechat = {
  kind: 'code',
  name: 'wechat',
  label: 'WeChat',
  mark: {
    lines: [
      'M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719',
    ],
  },
  field: 'wechat_id',
  switch: { option: 'WeChatAuthEnabled', shown: 'wechat_login', needs: ['WeChatServerAddress', 'WeChatServerToken'] },
  options: {
    WeChatServerAddress: 'server',
    WeChatServerToken: 'secret',
    WeChatAccountQRCodeImageURL: 'picture',
  },
  shown: { wechat_qrcode: 'WeChatAccountQRCodeImageURL' },
  refusal: 'wechat_code_wrong',
  picture: 'WeChatAccountQRCodeImageURL',
  paths: { enter: '/api/oauth/wechat', bind: '/api/oauth/wechat/bind' },
  welcomes: true,
  ask: ({ option, code }) => ({
    url: `${option('WeChatServerAddress').replace(/\/$/, '')}/api/wechat/user?code=${encodeURIComponent(code)}`,
    headers: { authorization: option('WeChatServerToken') },
  }),
  read: (answer) => {
    const { data } = account.safeParse(answer)
    return data && { subject: data.data, displayName: 'WeChat User' }
  },
} as const satisfies CodeWay<'WeChatServerAddress' | 'WeChatServerToken' | 'WeChatAccountQRCodeImageURL'>

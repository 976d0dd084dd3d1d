import { KeyRound, MessageCircle, Send, ShieldCheck } from 'lucide-react'
import type { LoginWay } from '../lib/login-ways.ts'

/** The small picture on the button of a way to sign in. */
export function LoginMark({ way }: { way: LoginWay }) {
  switch (way) {
    case 'github':
      return (
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden>
          <path d={octocat} />
        </svg>
      )
    case 'linuxdo':
      return (
        <svg viewBox="0 0 24 24" aria-hidden>
          <circle cx="12" cy="12" r="10" fill="#f0f0f0" className="stroke-line-strong" />
          <path d="M3.3 7a10 10 0 0 1 17.4 0z" fill="#1c1c1e" />
          <path d="M3.3 17a10 10 0 0 0 17.4 0z" fill="#ffb003" />
        </svg>
      )
    case 'oidc':
      return <ShieldCheck aria-hidden />
    case 'wechat':
      return <MessageCircle aria-hidden />
    case 'telegram':
      return <Send aria-hidden />
    case 'password':
      return <KeyRound aria-hidden />
  }
}

const octocat =
  'M12 2a10 10 0 0 0-3.2 19.5c.5.1.7-.2.7-.5v-1.7c-2.8.6-3.4-1.3-3.4-1.3-.4-1.2-1.1-1.5-1.1-1.5-.9-.6.1-.6.1-.6 1 .1 1.5 ' +
  '1 1.5 1 .9 1.5 2.4 1.1 2.9.8.1-.6.4-1.1.6-1.3-2.2-.3-4.6-1.1-4.6-5 0-1.1.4-2 1-2.7-.1-.3-.4-1.3.1-2.7 0 0 .9-.3 2.8 ' +
  '1a9.6 9.6 0 0 1 5 0c1.9-1.3 2.8-1 2.8-1 .5 1.4.2 2.4.1 2.7.6.7 1 1.6 1 2.7 0 3.9-2.3 4.7-4.6 5 .4.3.7.9.7 ' +
  '1.8V21c0 .3.2.6.7.5A10 10 0 0 0 12 2Z'

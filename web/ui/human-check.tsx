import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { useText } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { useScheme } from '../lib/scheme.ts'
import { useStatus } from '../lib/status.ts'
import { loadTurnstile, type Turnstile } from '../lib/turnstile.ts'

export type HumanCheck = {
  /** Empty when no check is asked for. */
  token: string
  /** Nothing, or the widget that makes a token. */
  widget: ReactNode
  /** Throws while the check is still running. */
  demand(): void
  /** A token works once: after it was sent there must be a new one. */
  reset(): void
}

/** The human check, where the operator has turned it on. */
export const useHumanCheck = (): HumanCheck => {
  const t = useText()
  const { turnstile_check, turnstile_site_key } = useStatus()
  const [token, setToken] = useState('')
  const reset = useRef<(() => void) | null>(null)
  return {
    token,
    widget: turnstile_check && (
      <TurnstileBox key={turnstile_site_key} siteKey={turnstile_site_key} onToken={setToken} reset={reset} />
    ),
    demand: () => {
      if (turnstile_check && token === '') throw new ApiError('refused', t('humanCheckPending'), 0)
    },
    reset: () => {
      setToken('')
      reset.current?.()
    },
  }
}

type TurnstileBoxProps = {
  siteKey: string
  onToken: (token: string) => void
  reset: { current: (() => void) | null }
}

function TurnstileBox({ siteKey, onToken, reset }: TurnstileBoxProps) {
  const t = useText()
  const scheme = useScheme()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let drawn: { turnstile: Turnstile; id: string } | undefined
    let isGone = false
    const draw = (turnstile: Turnstile) => {
      if (isGone || !container.current) return
      const forget = () => onToken('')
      const id = turnstile.render(container.current, {
        sitekey: siteKey,
        theme: scheme,
        callback: onToken,
        'expired-callback': forget,
        'error-callback': forget,
      })
      drawn = { turnstile, id }
      reset.current = () => turnstile.reset(id)
    }
    loadTurnstile().then(draw, () => notify.error(t('humanCheckMissing')))
    return () => {
      isGone = true
      reset.current = null
      drawn?.turnstile.remove(drawn.id)
    }
  }, [siteKey, scheme, onToken, reset, t])
  return <div ref={container} className="min-h-16" />
}

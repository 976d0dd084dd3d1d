import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useScheme } from '../../lib/scheme.ts'
import { useStatus } from '../../lib/status.ts'
import { loadTurnstile, type Turnstile } from './turnstile.ts'

type HumanCheck = {
  /** Empty when no check is asked for. */
  token: string
  /** Nothing, or the widget that makes a token. */
  widget: ReactNode
  /** Throws while the check is still running. */
  demand(): void
  /** A token works once: after a failed attempt there must be a new one. */
  reset(): void
}

/** The human check, where the operator has turned it on. */
export const useHumanCheck = (): HumanCheck => {
  const t = useText('session')
  const { turnstile_check, turnstile_site_key } = useStatus()
  const [token, setToken] = useState('')
  const widget = useRef<Turnstile | null>(null)
  return {
    token,
    widget: turnstile_check && (
      <TurnstileBox key={turnstile_site_key} siteKey={turnstile_site_key} onToken={setToken} widget={widget} />
    ),
    demand: () => {
      if (turnstile_check && token === '') throw new ApiError('refused', t('humanCheckPending'), 0)
    },
    reset: () => {
      setToken('')
      widget.current?.reset()
    },
  }
}

type TurnstileBoxProps = {
  siteKey: string
  onToken: (token: string) => void
  widget: { current: Turnstile | null }
}

function TurnstileBox({ siteKey, onToken, widget }: TurnstileBoxProps) {
  const scheme = useScheme()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    void loadTurnstile().then((turnstile) => {
      if (isGone || !container.current) return
      turnstile.render(container.current, { sitekey: siteKey, theme: scheme, callback: onToken })
      widget.current = turnstile
    })
    return () => {
      isGone = true
    }
  }, [siteKey, scheme, onToken, widget])
  return <div ref={container} className="min-h-16" />
}

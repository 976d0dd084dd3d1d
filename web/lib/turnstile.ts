import { humanCheckOrigin } from '#contract/human-check.ts'

/** The part of the vendor's script that we use. */
export type Turnstile = {
  /** Answers the name of the widget. */
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): string
  reset(widget: string): void
  remove(widget: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const scriptAddress = `${humanCheckOrigin}/turnstile/v0/api.js?render=explicit`
let loading: Promise<Turnstile> | undefined

/** The script comes from its vendor, and only where the check is turned on. What failed is tried again the next time. */
export const loadTurnstile = (): Promise<Turnstile> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const load = (): Promise<Turnstile> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptAddress
    script.async = true
    script.onload = () => {
      if (window.turnstile) resolve(window.turnstile)
      else reject(new Error(scriptAddress))
    }
    script.onerror = () => reject(new Error(scriptAddress))
    document.head.append(script)
  })

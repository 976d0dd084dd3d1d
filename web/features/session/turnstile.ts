import { humanCheckOrigin } from '#contract/human-check.ts'

/** The part of the vendor's script that we use. */
export type Turnstile = {
  render(
    container: HTMLElement,
    options: { sitekey: string; theme: 'light' | 'dark'; callback: (token: string) => void },
  ): void
  reset(): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const scriptAddress = `${humanCheckOrigin}/turnstile/v0/api.js?render=explicit`
let loading: Promise<Turnstile> | undefined

/** The script comes from its vendor, and only where the check is turned on. */
export const loadTurnstile = (): Promise<Turnstile> => {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptAddress
    script.async = true
    script.onload = () => {
      if (window.turnstile) resolve(window.turnstile)
    }
    script.onerror = () => reject(new Error(scriptAddress))
    document.head.append(script)
  })
  return loading
}

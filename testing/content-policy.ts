import type { BrowserContext } from 'playwright-core'

let violations: string[] = []

/** What broke the policy of a page since this was asked the last time. */
export const takeViolations = (): string[] => {
  const found = violations
  violations = []
  return found
}

/** From here on what a page of the context wants and its policy forbids is told. */
export const watchContentPolicy = async (context: BrowserContext): Promise<void> => {
  await context.exposeFunction('tellViolation', (text: string) => violations.push(text))
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation([location.pathname, event.effectiveDirective, event.blockedURI, event.sample].join(' ')))`)
}

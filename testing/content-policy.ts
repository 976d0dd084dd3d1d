import type { BrowserContext } from 'playwright-core'
import { afterEach, expect } from 'vitest'

let violations: string[] = []

/** What broke the policy of a page since this was asked the last time. */
export const takeViolations = (): string[] => {
  const found = violations
  violations = []
  return found
}

/** From here on a test fails when any page of the context wants what the policy of that page forbids. */
export const watchContentPolicy = async (context: BrowserContext): Promise<void> => {
  await context.exposeFunction('tellViolation', (text: string) => violations.push(text))
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation([location.pathname, event.effectiveDirective, event.blockedURI, event.sample].join(' ')))`)
}

afterEach(() => expect(takeViolations()).toEqual([]))

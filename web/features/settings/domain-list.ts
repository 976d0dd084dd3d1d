import * as z from 'zod/mini'
import { domain } from '#contract/option-fields.ts'

export type DomainsAfterAdding = { ok: true; domains: string[] } | { ok: false; fault: 'format' | 'repeated' }

export const readDomains = (text: string): string[] => text.split(',').filter((entry) => entry !== '')

export const writeDomains = (domains: readonly string[]): string => domains.join(',')

/** Adds a domain, or several with commas or white space between them. */
export const addDomains = (domains: readonly string[], typed: string): DomainsAfterAdding => {
  const names = typed
    .toLowerCase()
    .split(/[\s,，;；]+/)
    .filter((name) => name !== '')
  if (names.length === 0 || names.some((name) => !z.safeParse(domain, name).success)) {
    return { ok: false, fault: 'format' }
  }
  const all = [...domains, ...names]
  return new Set(all).size === all.length ? { ok: true, domains: all } : { ok: false, fault: 'repeated' }
}

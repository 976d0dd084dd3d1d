import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'

/** The server's content security policy lets no style stand in the page itself: the kit is not to try. */
export function NoInlineStyles({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>
}

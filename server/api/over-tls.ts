import type { IncomingHttpHeaders } from 'node:http'
import type { ControlPlane } from './control-plane.ts'

/**
 * Whether this caller's browser reaches us over TLS: we are only ever reached so, or he came by the name that is. Who
 * comes by another name, say from the machine itself, would lose a cookie that needs TLS.
 */
export const isOverTls = ({ publicUrl, domain }: ControlPlane, headers: IncomingHttpHeaders): boolean => {
  if (publicUrl?.startsWith('https:')) return true
  const address = domain.options.get('ServerAddress')
  return address.startsWith('https:') && URL.canParse(address) && new URL(address).host === headers.host
}

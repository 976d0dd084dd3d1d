import { protocolOf } from '#protocols/index.ts'
import type { ProtocolName } from '#protocols/protocol.ts'

/** A dialect's way into the common form of conversations and out of it. */
export const chatOf = (name: ProtocolName) => {
  const { common } = protocolOf(name)
  if (common?.kind !== 'chat' || common.upstream === undefined) throw new TypeError(`${name} has no conversations`)
  return { client: common.client, upstream: common.upstream }
}

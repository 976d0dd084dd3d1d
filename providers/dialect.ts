import type { ChatUpstream } from '#protocols/chat.ts'
import type { EmbeddingsUpstream } from '#protocols/embeddings.ts'
import type { PicturesUpstream } from '#protocols/pictures.ts'
import type { ProtocolName } from '#protocols/protocol.ts'
import type { RerankUpstream } from '#protocols/rerank.ts'

/** How the upstream is spoken to: a dialect of clients, or one of the vendor's own. */
export type Dialect =
  | ProtocolName
  | { kind: 'chat'; name: string; upstream: ChatUpstream }
  | { kind: 'embeddings'; name: string; upstream: EmbeddingsUpstream }
  | { kind: 'rerank'; name: string; upstream: RerankUpstream }
  | { kind: 'pictures'; name: string; upstream: PicturesUpstream }

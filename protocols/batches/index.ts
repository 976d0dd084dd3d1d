import type { BatchPlatform } from '../batch-platform.ts'
import { messageBatches } from './message-batches.ts'
import { modelBatches } from './model-batches.ts'
import { openaiBatches } from './openai-batches.ts'

/** One line per platform. */
export const batchPlatforms: readonly BatchPlatform[] = [openaiBatches, messageBatches, modelBatches]

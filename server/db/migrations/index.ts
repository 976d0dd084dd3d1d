import { accounts } from './0001-accounts.ts'
import { relayAndBooks } from './0002-relay-and-books.ts'
import { userSearch } from './0003-user-search.ts'
import { messages } from './0005-messages.ts'
import { storedResponses } from './0006-stored-responses.ts'
import { responseHolds } from './0010-response-holds.ts'
import { daysAlongTheirKey } from './0011-days-along-their-key.ts'
import { totalsOfSharedNames } from './0012-totals-of-shared-names.ts'
import { proofs } from './0013-proofs.ts'
import { knownDevices } from './0014-known-devices.ts'
import { ownedThings } from './0015-owned-things.ts'
import { lengthsOfStoredResponses } from './0016-lengths-of-stored-responses.ts'
import { runningCalls } from './0017-running-calls.ts'
import { usernames } from './0018-usernames.ts'
import { noAbilities } from './0019-no-abilities.ts'
import { noUnreadColumns } from './0020-no-unread-columns.ts'
import { versions } from './0021-versions.ts'
import { strictTokens } from './0023-strict-tokens.ts'
import { keyLists } from './0024-key-lists.ts'
import { ordersOfLists } from './0025-orders-of-lists.ts'
import { tasks } from './0026-tasks.ts'
import { failedCalls } from './0027-failed-calls.ts'
import { testFaults } from './0028-test-faults.ts'
import { files } from './0029-files.ts'
import { batches } from './0030-batches.ts'
import { madeThings } from './0032-made-things.ts'
import { rememberedResponses } from './0033-remembered-responses.ts'
import { videos } from './0036-videos.ts'
import { ownBatches } from './0037-own-batches.ts'
import { mediaUploads } from './0039-media-uploads.ts'
import { channelCards } from './0040-channel-cards.ts'
import { openAnswers } from './0041-open-answers.ts'
import { liveTokens } from './0045-live-tokens.ts'
import { channelCosts } from './0046-channel-costs.ts'
import { replacedKeys } from './0047-replaced-keys.ts'
import { notesAndToldBans } from './0048-notes-and-told-bans.ts'
import { redemptionBatches } from './0049-redemption-batches.ts'
import { latencies } from './0050-latencies.ts'
import { narrowedTasks } from './0051-narrowed-tasks.ts'
import { auditTargets } from './0053-audit-targets.ts'
import type { TableBuilder } from './table-builder.ts'

/** In the order of their names. A migration that was released never changes; a change is a new one. */
export const migrations: Record<string, (build: TableBuilder) => Promise<void>> = {
  '0001-accounts': accounts,
  '0002-relay-and-books': relayAndBooks,
  '0003-user-search': userSearch,
  '0005-messages': messages,
  '0006-stored-responses': storedResponses,
  '0010-response-holds': responseHolds,
  '0011-days-along-their-key': daysAlongTheirKey,
  '0012-totals-of-shared-names': totalsOfSharedNames,
  '0013-proofs': proofs,
  '0014-known-devices': knownDevices,
  '0015-owned-things': ownedThings,
  '0016-lengths-of-stored-responses': lengthsOfStoredResponses,
  '0017-running-calls': runningCalls,
  '0018-usernames': usernames,
  '0019-no-abilities': noAbilities,
  '0020-no-unread-columns': noUnreadColumns,
  '0021-versions': versions,
  '0023-strict-tokens': strictTokens,
  '0024-key-lists': keyLists,
  '0025-orders-of-lists': ordersOfLists,
  '0026-tasks': tasks,
  '0027-failed-calls': failedCalls,
  '0028-test-faults': testFaults,
  '0029-files': files,
  '0030-batches': batches,
  '0032-made-things': madeThings,
  '0033-remembered-responses': rememberedResponses,
  '0036-videos': videos,
  '0037-own-batches': ownBatches,
  '0039-media-uploads': mediaUploads,
  '0040-channel-cards': channelCards,
  '0041-open-answers': openAnswers,
  '0045-live-tokens': liveTokens,
  '0046-channel-costs': channelCosts,
  '0047-replaced-keys': replacedKeys,
  '0048-notes-and-told-bans': notesAndToldBans,
  '0049-redemption-batches': redemptionBatches,
  '0050-latencies': latencies,
  '0051-narrowed-tasks': narrowedTasks,
  '0053-audit-targets': auditTargets,
}

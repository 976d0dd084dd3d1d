import type { Inbound } from './replay.ts'

/** A recorded exchange that the checker finds told otherwise than it was expected, and why that is right. */
export type RecordingException = {
  /** The last ten digits of its id. */
  key: string
  told: readonly (Inbound | 'recorded')[]
  reason: string
  /** Set where it goes well or not by how the network happens to cut the answer. */
  byTiming?: true
}

const chats = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const
const asItCame = ['openai-chat', 'recorded'] as const

const notCounted =
  'The model calls a tool whose arguments come value by value; what is expected leaves the call out. The raw answer decides: with a call the answer ends for its sake.'

const kept =
  'The recorded request names something that the upstream keeps. Nobody made it through here, so it is not found.'
const routed =
  'The recorded request chooses who answers at the upstream, or has it run what nobody here is charged for, so it is refused.'
const refusedRequest = (reason: string) => (key: string) => ({ key, told: ['recorded'] as const, reason })

export const recordingExceptions: readonly RecordingException[] = [
  ...['39d0a4aa81', 'a34646abb4', '1c82a56a7e', '0b05296daf', '27ba2ba35b'].map(refusedRequest(kept)),
  ...['1d6c223366', '2a705bfef4', '4542238817', '7ad3c8f21e', '304afb8673', 'f95371acc5', '2ba49f69dc'].map(
    refusedRequest(routed),
  ),
  {
    key: '3e049cb092',
    told: chats,
    reason: "A Titan model in the words of its maker; the provider asks such models in the service's common dialect.",
  },
  { key: 'ac385f26ec', told: ['openai-chat', 'openai-responses', 'anthropic-messages'], reason: notCounted },
  { key: 'bca2baec44', told: ['openai-chat', 'openai-responses', 'anthropic-messages'], reason: notCounted },
  {
    key: '1ac3e79036',
    told: asItCame,
    reason: 'Bytes pass through: the upstream told its usage in a member of its own alone. The charge counts it.',
  },
  {
    key: '7e77ad16c7',
    told: asItCame,
    reason: 'Bytes pass through: the recorded request knows functions and no tools, so the answer has a function_call.',
  },
  {
    key: 'e929ae984c',
    told: asItCame,
    reason: 'Bytes pass through: the upstream ends with a word of its own, `eos`.',
  },
  {
    key: '0468579320',
    told: ['openai-responses', 'recorded'],
    reason:
      'Bytes pass through: the upstream leaves the lines away that name its events; their types stand in the data.',
  },
  {
    key: 'd9347beed9',
    told: [...chats, 'recorded'],
    reason:
      'The upstream fails before its first words. A client that has been told nothing yet gets the status of the error, after other channels were tried.',
    byTiming: true,
  },
  {
    key: '8e947bc80e',
    told: [...chats, 'recorded'],
    reason:
      'The upstream fails behind its first words. Where both come in one read, the client has been told nothing yet and gets the status of the error.',
    byTiming: true,
  },
]

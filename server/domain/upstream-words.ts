import { isIP } from 'node:net'
import type { UpstreamProblem } from '#protocols/protocol.ts'
import type { Channel } from './channel-pool.ts'

/** Whose words they are: what must not be told depends on it. */
type Speaker = Pick<Channel, 'allKeys' | 'baseUrl'>

/**
 * What an upstream wrote, without what belongs to the operator: keys, however shortened, addresses, hosts, paths on its
 * disk and names of its account.
 */
export const withoutSecrets = ({ allKeys, baseUrl }: Speaker, text: string): string => {
  const secrets = {
    text: allKeys.join('\n'),
    parts: new Set(allKeys.flatMap((key) => key.split(/[|\s]/)).filter(({ length }) => length >= 6)),
  }
  const ownHost = hostOf(baseUrl)
  return text
    .replace(urls, mask)
    .replace(addressesInBrackets, mask)
    .replace(words, (word) => (isSecret(word, secrets, ownHost) ? mask : word))
}

/** The same of all that an error says. */
export const problemWithoutSecrets = (speaker: Speaker, problem: UpstreamProblem): UpstreamProblem => ({
  message: withoutSecrets(speaker, problem.message),
  type: problem.type && withoutSecrets(speaker, problem.type),
  code: typeof problem.code === 'string' ? withoutSecrets(speaker, problem.code) : problem.code,
  parameter: problem.parameter && withoutSecrets(speaker, problem.parameter),
})

type Secrets = { text: string; parts: ReadonlySet<string> }

const mask = '***'
/** In JSON that was not taken apart slashes may stand behind backslashes. */
const urls = /\b[a-z][a-z0-9+.-]{1,15}:(?:\\?\/){2}[^\s"'`<>]+/gi
const addressesInBrackets = /\[(?=[0-9.]{0,15}[a-f\d]{0,4}:)[0-9a-f:.]{2,45}\](?::\d{1,5})?/gi
/** Nobody reads longer ones, and looking for something in them takes its time. */
const longestWord = 200
const words = /[^\s"'`,;()<>{}|]+/g

const isSecret = (given: string, secrets: Secrets, ownHost: string | undefined): boolean => {
  const word = given.replace(/^[[*]+|[\].!?:*]+$/g, '')
  if (word === '') return false
  if (word.length > longestWord) return true
  if (ownHost?.includes('.') && word.toLowerCase().includes(ownHost)) return true
  return (
    isPartOfKey(word, secrets) ||
    keyShapes.test(given) ||
    accountNames.test(word) ||
    isAddress(word) ||
    hostNames.test(word) ||
    folders.test(word)
  )
}

/** Vendors shorten keys with stars or dots, and what is left is still a part of one. */
const keyShapes =
  /(?:^|[^a-z0-9])(?:sk|ak|pk|rk|key|api|xai|gsk|hf|r8|nvapi|pplx|fw|tgp|sess)[-_](?=[^\s]*[0-9*.\u2026])[a-z0-9_*.\u2026-]{3,}|AIza[\w-]{8,}|AKIA[A-Z0-9]{8,}|ya29\.|eyJ[\w-]{8,}|[0-9a-z]{2,}\*{3,}|\*{3,}[0-9a-z]{2,}/i
const accountNames = /^(?:org|proj|user|acct|account|project|projects|organizations?)[-_/](?=[a-z-]*\d)[a-z0-9-]{6,}/i
const hostNames =
  /^(?:[a-z0-9_-]+\.)+(?:com|net|org|io|ai|dev|cn|app|cloud|internal|local|localdomain|lan|corp|intra|home|svc|arpa)(?::\d{1,5})?(?:\/\S*)?$|^(?=.*[a-z-])[a-z0-9_.-]+:\d{2,5}(?:\/\S*)?$|^localhost$/i
const folders = /^(?:\/(?:[\w.@-]+\/){1,}[\w.@-]+|[a-z]:\\{1,2}\S+)(?::\d+)*$/i

/** A word of a language may stand in a key too; with a digit or a capital in it, or as long as this, it is none. */
const isPartOfKey = (word: string, { text, parts }: Secrets): boolean =>
  parts.has(word) || (word.length >= 8 && (/\d|[a-z][A-Z]/.test(word) || word.length >= 16) && text.includes(word))

const isAddress = (word: string): boolean => isIP(word) !== 0 || isIP(word.replace(/[:/]\S*$/, '')) === 4

const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname.toLowerCase() : undefined

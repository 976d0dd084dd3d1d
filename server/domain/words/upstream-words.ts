import { isIP } from 'node:net'
import type { UpstreamProblem } from '#protocols/failure.ts'
import { type OwnSecrets, type Speaker, secretsOf } from './upstream-secrets.ts'

/**
 * What an upstream wrote, without what belongs to the operator: keys, however shortened, addresses, hosts, paths on its
 * disk and names of its account. What is known to be his goes first, then what looks like it.
 */
export const withoutSecrets = (speaker: Speaker, text: string): string => {
  const secrets = secretsOf(speaker)
  return withoutOwn(secrets, text)
    .replace(urls, mask)
    .replace(addressesInBrackets, mask)
    .replace(words, (word) => (isSecret(word, secrets) ? mask : word))
}

/** Only without what is known to be the operator's. */
export const withoutOwnSecrets = (speaker: Speaker, text: string): string => withoutOwn(secretsOf(speaker), text)

/** The same of all that an error says. */
export const problemWithoutSecrets = (speaker: Speaker, problem: UpstreamProblem): UpstreamProblem => ({
  message: withoutSecrets(speaker, problem.message),
  type: problem.type && withoutSecrets(speaker, problem.type),
  code: typeof problem.code === 'string' ? withoutSecrets(speaker, problem.code) : problem.code,
  parameter: problem.parameter && withoutSecrets(speaker, problem.parameter),
})

const mask = '***'
/** In JSON that was not taken apart slashes may stand behind backslashes. */
const urls = /\b[a-z][a-z0-9+.-]{1,15}:(?:\\?\/){2}[^\s"'`<>]+/gi
const addressesInBrackets = /\[(?=[0-9.]{0,15}[a-f\d]{0,4}:)[0-9a-f:.]{2,45}(?:%\w{1,15})?\](?::\d{1,5})?/gi
/** Nobody reads longer ones, and looking for something in them takes its time. */
const longestWord = 200
const words = /[^\s"'`,;()<>{}|=&]+/g

const withoutOwn = ({ texts }: OwnSecrets, text: string): string => {
  let left = text
  for (const secret of texts) if (left.includes(secret)) left = left.replaceAll(secret, mask)
  return left
}

const isSecret = (given: string, secrets: OwnSecrets): boolean => {
  const word = given.replace(/^[[*]+|[\].!?:*]+$/g, '')
  if (word === '') return false
  if (word.length > longestWord) return true
  const lower = word.toLowerCase()
  if (secrets.hosts.some((host) => lower.includes(host))) return true
  return (
    isPartOfKey(word, secrets) ||
    keyShapes.test(given) ||
    accountNames.test(word) ||
    isAddress(word) ||
    hostNames.test(word) ||
    isInnerName(word) ||
    mailAddresses.test(word) ||
    folders.test(word)
  )
}

/** Vendors shorten keys with stars or dots, and what is left is still a part of one. */
const keyShapes =
  /(?:^|[^a-z0-9])(?:sk|ak|pk|rk|key|api|xai|gsk|hf|r8|nvapi|pplx|fw|tgp|sess)[-_](?=[^\s]*[0-9*.\u2026])[a-z0-9_*.\u2026-]{3,}|AIza[\w-]{8,}|AKIA[A-Z0-9]{8,}|ya29\.|eyJ[\w-]{8,}|[0-9a-z]{2,}\*{3,}|\*{3,}[0-9a-z]{2,}/i
const accountNames = /^(?:org|proj|user|acct|account|project|projects|organizations?)[-_/](?=[a-z-]*\d)[a-z0-9-]{6,}/i
const hostNames =
  /^(?:[a-z0-9_-]+\.)+(?:com|net|org|io|ai|dev|cn|app|cloud|internal|local|localdomain|lan|corp|intra|home|svc|arpa)(?::\d{1,5})?(?:\/\S*)?$|^(?!(?:code|status|error|line|column|position)s?:)(?=.*[a-z-])[a-z0-9.-]+:\d{2,5}(?:\/\S*)?$|^localhost$/i
const folders = /^(?:\/(?:[\w.@-]+\/){1,}[\w.@-]+|[a-z]:\\{1,2}\S+)(?::\d+)*$/i
const mailAddresses = /^[^\s@]+@(?:[a-z\d-]+\.)+[a-z][a-z-]*[a-z]$/i

/** How machines are called, whatever their names end with: a part says what they do, or is an address. */
const isInnerName = (word: string): boolean => {
  const name = word.replace(/(?::\d{1,5})?(?:\/\S*)?$/, '').toLowerCase()
  if (addressInName.test(name)) return true
  if (hasPort.test(word) && name.split(/[._]/).some((part) => machineNames.test(part))) return true
  const labels = name.split('.')
  if (labels.length < 2 || endings.has(labels.at(-1) ?? '') || !labels.every((label) => labelShape.test(label)))
    return false
  const machines = labels.filter((label) => machineNames.test(label)).length
  return machines > 1 || (machines === 1 && (labels.length > 2 || /\d/.test(name)))
}

const hasPort = /:\d{2,5}(?:\/\S*)?$/
const addressInName = /(?<!\d-?)(?:10|127|172|192|169)-\d{1,3}-\d{1,3}-\d{1,3}(?![\d-])/
/** No place in a request: those have numbers by themselves or low lines. */
const labelShape = /^(?!\d+$)[a-z\d-]+$/
const machineNames =
  /^(?:gpu|node|host|worker|server|srv|pod|prod|production|staging|internal|cluster|svc|k8s|vpc|rack|vm|lb|gw|proxy|backend|vllm|tgi|triton)(?:-?\d+|-[a-z\d]{1,10}(?:-[a-z\d]{1,10})?)?$/
const endings: ReadonlySet<string> = new Set(
  'py js ts mjs cjs go rs java c cc cpp h cs rb php sh json jsonl yaml yml toml md txt csv html pdf png jpg jpeg gif webp wav mp3 mp4 log'.split(
    ' ',
  ),
)

/** A word of a language may stand in a key too; with a digit or a capital in it, or as long as this, it is none. */
const isPartOfKey = (word: string, { keys, words: own }: OwnSecrets): boolean =>
  own.has(word) || (word.length >= 8 && (/\d|[a-z][A-Z]/.test(word) || word.length >= 16) && keys.includes(word))

const isAddress = (word: string): boolean => isIP(word) !== 0 || isIP(word.replace(/[:/]\S*$/, '')) === 4

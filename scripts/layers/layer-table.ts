/** A folder, what of ours it may import besides itself, and why it stops there. */
export type Layer = { folder: string; mayImport: readonly string[]; why: string }

const serverDomain = ['server/domain', 'server/db', 'server/lib', 'providers', 'protocols', 'pricing', 'contract']
const anything = ['contract', 'pricing', 'protocols', 'providers', 'server', 'web', 'testing', 'scripts']

/** The table of docs/architecture.md. The longest folder that fits a file is its layer; `*` is one folder name. */
export const layers: readonly Layer[] = [
  { folder: 'pricing', mayImport: [], why: 'server and console work out the same charge by it, in whole numbers' },
  { folder: 'contract', mayImport: [], why: 'server and console both read it, so it knows neither' },
  {
    folder: 'protocols',
    mayImport: ['pricing'],
    why: 'dialects are pure functions without network, database or clock',
  },
  { folder: 'providers', mayImport: ['protocols', 'pricing'], why: 'a vendor is data about an address and a dialect' },
  { folder: 'server/lib', mayImport: [], why: 'its tools know no word of the domain' },
  {
    folder: 'server/db',
    mayImport: ['server/lib', 'contract'],
    why: 'storage keeps what it is given and decides nothing',
  },
  {
    folder: 'server/domain',
    mayImport: serverDomain.slice(1),
    why: 'rules serve both planes and depend on neither',
  },
  {
    folder: 'server/relay',
    mayImport: ['server/domain', 'server/lib', 'providers', 'protocols', 'pricing', 'contract'],
    why: 'it reads live state through server/domain, so that no call waits for a table',
  },
  {
    folder: 'server/tasks',
    mayImport: ['server/relay', 'server/domain', 'server/lib', 'providers', 'protocols', 'pricing', 'contract'],
    why: 'handing work in is a call like any other, by the stages of the relay and without a table',
  },
  {
    folder: 'server/api',
    mayImport: ['server/signin', ...serverDomain],
    why: 'the control plane does not reach into the data plane or the jobs',
  },
  {
    folder: 'server/signin',
    mayImport: serverDomain,
    why: 'a way to sign in is used by the control plane, not the reverse',
  },
  { folder: 'server/jobs', mayImport: serverDomain, why: 'a job is run by the process, not called by a plane' },
  {
    folder: 'server',
    mayImport: ['server', 'providers', 'protocols', 'pricing', 'contract'],
    why: 'the files beside these folders put the whole server together and nothing else',
  },
  {
    folder: 'web/locales',
    mayImport: ['web/lib', 'contract'],
    why: 'texts are data, in the languages of the contract',
  },
  {
    folder: 'web/lib',
    mayImport: ['web/locales', 'contract', 'protocols/events'],
    why: 'it is the ground floor of the console; streams are read by the one parser of events there is',
  },
  { folder: 'web/ui', mayImport: ['web/lib'], why: 'our pieces know no feature' },
  {
    folder: 'web/pieces/*',
    mayImport: ['web/ui', 'web/lib', 'contract'],
    why: 'what several features show of one noun knows none of them, and no other noun',
  },
  {
    folder: 'web/features/*',
    mayImport: ['web/pieces', 'web/ui', 'web/lib', 'pricing', 'contract'],
    why: 'a feature can be deleted by deleting its folder; what two features need belongs in web/pieces, ui or lib',
  },
  {
    folder: 'web/app',
    mayImport: ['web/features', 'web/ui', 'web/lib', 'web/locales', 'contract'],
    why: 'the shell of the console talks to the server through the contract alone',
  },
  { folder: 'web/testing', mayImport: anything, why: '' },
  { folder: 'testing', mayImport: anything, why: '' },
  { folder: 'e2e', mayImport: anything, why: '' },
  { folder: 'bench', mayImport: anything, why: '' },
  { folder: 'scripts', mayImport: anything, why: '' },
]

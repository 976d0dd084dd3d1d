type Group = 'us' | 'eu' | 'apac'

/** What a model is called here, and the groups of regions in which it is called through a profile of the group. */
type BedrockModel = { id: string; profiles: readonly Group[] }

const everywhere: readonly Group[] = ['us', 'eu', 'apac']
const dated = (name: string): string => `anthropic.${name}-v1:0`
const plain = (name: string): string => `anthropic.${name}`

const byName: Readonly<Record<string, BedrockModel>> = {
  'claude-sonnet-5': { id: plain('claude-sonnet-5'), profiles: everywhere },
  'claude-fable-5': { id: plain('claude-fable-5'), profiles: everywhere },
  'claude-opus-4-8': { id: plain('claude-opus-4-8'), profiles: everywhere },
  'claude-opus-4-7': { id: plain('claude-opus-4-7'), profiles: everywhere },
  'claude-opus-4-6': { id: 'anthropic.claude-opus-4-6-v1', profiles: everywhere },
  'claude-sonnet-4-6': { id: plain('claude-sonnet-4-6'), profiles: everywhere },
  'claude-opus-4-5-20251101': { id: dated('claude-opus-4-5-20251101'), profiles: everywhere },
  'claude-haiku-4-5-20251001': { id: dated('claude-haiku-4-5-20251001'), profiles: everywhere },
  'claude-sonnet-4-5-20250929': { id: dated('claude-sonnet-4-5-20250929'), profiles: everywhere },
  'claude-opus-4-1-20250805': { id: dated('claude-opus-4-1-20250805'), profiles: ['us'] },
  'claude-opus-4-20250514': { id: dated('claude-opus-4-20250514'), profiles: ['us'] },
  'claude-sonnet-4-20250514': { id: dated('claude-sonnet-4-20250514'), profiles: everywhere },
  'claude-3-7-sonnet-20250219': { id: dated('claude-3-7-sonnet-20250219'), profiles: everywhere },
  'claude-3-5-haiku-20241022': { id: dated('claude-3-5-haiku-20241022'), profiles: ['us'] },
  'claude-3-5-sonnet-20241022': { id: 'anthropic.claude-3-5-sonnet-20241022-v2:0', profiles: ['us', 'apac'] },
  'claude-3-5-sonnet-20240620': { id: dated('claude-3-5-sonnet-20240620'), profiles: everywhere },
  'claude-3-opus-20240229': { id: dated('claude-3-opus-20240229'), profiles: ['us'] },
  'claude-3-sonnet-20240229': { id: dated('claude-3-sonnet-20240229'), profiles: everywhere },
  'claude-3-haiku-20240307': { id: dated('claude-3-haiku-20240307'), profiles: everywhere },
  'claude-2.1': { id: 'anthropic.claude-v2:1', profiles: [] },
  'claude-2.0': { id: 'anthropic.claude-v2', profiles: [] },
  'claude-instant-1.2': { id: 'anthropic.claude-instant-v1', profiles: [] },
  'nova-micro-v1:0': { id: 'amazon.nova-micro-v1:0', profiles: [] },
  'nova-lite-v1:0': { id: 'amazon.nova-lite-v1:0', profiles: [] },
  'nova-pro-v1:0': { id: 'amazon.nova-pro-v1:0', profiles: [] },
  'nova-premier-v1:0': { id: 'amazon.nova-premier-v1:0', profiles: [] },
}

export const bedrockModels: readonly string[] = Object.keys(byName)

/** The id to call a model by in a region. Whole ids and the addresses of profiles are taken as they are. */
export const bedrockModelId = (name: string, region: string): string => {
  const model = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (model === undefined) return name
  const group = groupOf(region)
  return group !== undefined && model.profiles.includes(group) ? `${group}.${model.id}` : model.id
}

const groupOf = (region: string): Group | undefined => {
  if (region.startsWith('us-')) return 'us'
  if (region.startsWith('eu-')) return 'eu'
  return region.startsWith('ap-') ? 'apac' : undefined
}

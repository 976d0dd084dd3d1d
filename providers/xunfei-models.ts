/** How a model is reached: the path of its own, and the domain that the vendor knows it by. */
export type XunfeiModel = { path: string; domain: string }

const byName: Readonly<Record<string, XunfeiModel>> = {
  'spark-lite': { path: '/v1.1/chat', domain: 'lite' },
  'spark-pro': { path: '/v3.1/chat', domain: 'generalv3' },
  'spark-pro-128k': { path: '/chat/pro-128k', domain: 'pro-128k' },
  'spark-max': { path: '/v3.5/chat', domain: 'generalv3.5' },
  'spark-max-32k': { path: '/chat/max-32k', domain: 'max-32k' },
  'spark-4.0-ultra': { path: '/v4.0/chat', domain: '4.0Ultra' },
  'spark-x1': { path: '/v1/x1', domain: 'x1' },
}

const byVersion: Readonly<Record<string, string>> = {
  'v1.1': 'spark-lite',
  'v3.1': 'spark-pro',
  'v3.1-128k': 'spark-pro-128k',
  'v3.5': 'spark-max',
  'v3.5-32k': 'spark-max-32k',
  'v4.0': 'spark-4.0-ultra',
}

const usualVersion = 'v2.1'

/**
 * A model by its own name, by the domain, or by a version: one that the client asks for goes before the one at the end
 * of the name, and that before the channel's.
 */
export const xunfeiModel = (name: string, asked: string, ofChannel: string): XunfeiModel => {
  const plain = name.toLowerCase()
  const own = byName[plain] ?? Object.values(byName).find(({ domain }) => domain.toLowerCase() === plain)
  if (own !== undefined && asked === '') return own
  const ending = /-(v\d[\w.-]*)$/.exec(plain)?.[1]
  const version = (asked || ending || ofChannel || usualVersion).toLowerCase()
  const known = byName[byVersion[version] ?? '']
  return known ?? { path: `/${version}/chat`, domain: `general${version === 'v2.1' ? 'v2' : version}` }
}

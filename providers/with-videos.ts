import type { VideoPlatform } from '#protocols/video-platform.ts'
import { type Provider, type Route, splitAddress } from './provider.ts'
import { videoPlatforms } from './videos/index.ts'

/** How a vendor makes films; undefined: it makes none. */
export const videoPlatformOf = ({ name }: Pick<Provider, 'name'>): VideoPlatform | undefined =>
  videoPlatforms.find(({ vendors }) => vendors.includes(name))

/** The same vendor with its films: their paths stand beside those of everything else, whole. */
export const withVideos = (provider: Provider): Provider => {
  const platform = videoPlatformOf(provider)
  if (platform === undefined) return provider
  return {
    ...provider,
    operations: new Set([...provider.operations, platform.operation]),
    route: (facts, wanted, key): Route => {
      if (wanted.operation !== platform.operation) return provider.route(facts, wanted, key)
      return {
        ...splitAddress((facts.baseUrl || provider.baseUrl) + wanted.path),
        dialect: wanted.protocol,
        model: wanted.model,
        modelInBody: true,
        fetchesUrls: true,
        defaultMaximumOutput: 0,
      }
    },
    headers: (facts, key, request, environment) => {
      const usual = provider.headers(facts, key, request, environment)
      if (request.wanted.operation !== platform.operation || platform.headers === undefined) return usual
      const own = platform.headers
      return usual instanceof Promise ? usual.then((told) => [...told, ...own]) : [...usual, ...own]
    },
  }
}

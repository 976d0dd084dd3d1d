import * as z from 'zod/mini'

/** Answers the latest release of the project as JSON; empty while the project is published nowhere. */
const releasesUrl: string = ''

const release = z.object({ tag_name: z.string(), html_url: z.url({ protocol: /^https$/ }) })

export type Release = z.output<typeof release>

/** The latest release; throws when nobody answers. */
export const fetchLatestRelease = async (url = releasesUrl): Promise<Release> => {
  if (url === '') throw new Error('The project has no address for its releases')
  const response = await fetch(url, {
    credentials: 'omit',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return z.parse(release, await response.json())
}

/** Whether the tag of a release, as in `v1.2.0`, names this version. */
export const isVersion = (tag: string, version: string): boolean => bare(tag) === bare(version)

const bare = (version: string) => version.trim().replace(/^v/i, '')

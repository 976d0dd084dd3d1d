/** Whether the tag of a release, as in `v1.2.0`, names this version. */
export const isVersion = (tag: string, version: string): boolean => bare(tag) === bare(version)

const bare = (version: string) => version.trim().replace(/^v/i, '')

import { logOther } from '#contract/logs.ts'

/** What the channels are called that the path of a row tells of, by their ids; those that are gone have no name. */
export const triedChannelNames = (other: string, nameOf: (channel: number) => string): Record<string, string> => {
  if (!other.includes('"admin_info"')) return {}
  const { use_channel = [], attempts = [], skipped = [] } = logOther.safeParse(JSON.parse(other)).data?.admin_info ?? {}
  const ids = [
    ...use_channel.map(Number),
    ...attempts.map(({ channel }) => channel),
    ...skipped.map(({ channel }) => channel),
  ]
  return Object.fromEntries(ids.map((id) => [id, nameOf(id)]).filter(([, name]) => name !== ''))
}

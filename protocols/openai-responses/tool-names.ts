import type { Tool } from '../chat.ts'

/** A tool that stands in a group is known by both names elsewhere. */
export const groupedName = (group: string | undefined, name: string): string =>
  group === undefined || group === '' ? name : `${group}__${name}`

/** The name and the group of a called tool, as the client wrote them. */
export const splitName = (tools: readonly Tool[], called: string): { name: string; namespace?: string } => {
  const group = tools.find((tool) => tool.name === called)?.namespace
  return group === undefined
    ? { name: called }
    : { name: called.slice(groupedName(group, '').length), namespace: group }
}

import { describe, expect, it } from 'vitest'
import { consolePaths } from '#testing/console-paths.ts'
import { pageStates } from './page-states.ts'
import { shots } from './shots.ts'

const standsAt = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replace(/\$\w+/g, '[^/?]+')}(?:\\?.*)?$`).test(path)

describe('pictures of the console', () => {
  it.each(consolePaths.filter((path) => path !== '/user/edit'))('show the page at %s', (path) => {
    expect(shots.map((shot) => shot.path).filter((each) => standsAt(each, path))).not.toEqual([])
  })

  it.each(
    shots.filter(({ reader, steps }) => reader === undefined && !steps).map(({ path }) => path.split('?')[0] ?? ''),
  )('show %s before its answers come and where they do not come, or it asks for nothing', (path) => {
    const asksForNothing = /^\/(?:$|about|chat|nowhere|chat2link)/.test(path)
    expect(pageStates.some((shot) => standsAt(path, shot.path.replace(/\d+/, '$id')))).toBe(!asksForNothing)
  })

  it('have a name of their own each', () => {
    const names = [...shots, ...pageStates].map(({ name }) => name)
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })
})

import { posix } from 'node:path'
import { anyOther, type House, houses } from './room-table.ts'
import { isTest, type Rule, type SourceFile, type Violation, violationsOf } from './source-file.ts'

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g

/** Within a layer each room imports of its neighbours what the table allows, which is in the order of its rows. */
export const roomRule: Rule = (files) => [
  ...houses.flatMap(upsideDown),
  ...houses.flatMap((house) =>
    files
      .filter(({ path }) => path.startsWith(`${house.folder}/`) && !isTest(path))
      .flatMap((file) => violationsOfFile(house, file)),
  ),
]

/** A row that names one below it could make a circle. */
export const upsideDown = ({ folder, rooms }: House): Violation[] => {
  const order = Object.keys(rooms)
  return Object.entries(rooms).flatMap(([room, allowed]) =>
    allowed
      .filter((other) => !order.slice(0, order.indexOf(room)).includes(other))
      .map((other) => ({
        path: 'scripts/layers/room-table.ts',
        line: 1,
        message: `${folder}/${room} may import ${other}, which stands not above it: one of them needs another place`,
      })),
  )
}

const violationsOfFile = (house: House, file: SourceFile): Violation[] => {
  const own = roomOf(house, file.path)
  const allowed = own === undefined ? besideOf(house, file.path) : (house.rooms[own] ?? house.rooms[anyOther])
  if (allowed === undefined) {
    return [
      { path: file.path, line: 1, message: `${own} is no room of ${house.folder} in scripts/layers/room-table.ts` },
    ]
  }
  if (allowed === 'all') return []
  return violationsOf(file, importPattern, ([, , specifier = '']) => {
    const target = roomOf(house, posix.join(posix.dirname(file.path), specifier))
    if (!specifier.startsWith('.') || target === undefined || target === own || allowed.includes(target)) {
      return undefined
    }
    const list = allowed.length === 0 ? 'none of its neighbours' : allowed.join(', ')
    return `${own ?? 'what stands beside the rooms'} may not import ${house.folder}/${target} (it may import ${list})`
  })
}

const besideOf = ({ folder, beside, holders }: House, path: string): readonly string[] | 'all' =>
  holders.includes(path.slice(folder.length + 1)) ? 'all' : beside

/** The folder of the house in which the file lies; undefined for what stands beside them, or outside. */
const roomOf = ({ folder }: House, path: string): string | undefined => {
  if (!path.startsWith(`${folder}/`)) return undefined
  const [room = '', ...inside] = path.slice(folder.length + 1).split('/')
  return inside.length === 0 ? undefined : room
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { layers } from './layers/layer-table.ts'
import { anyOther, houses } from './layers/room-table.ts'
import { projectFolder } from './run-program.ts'

const read = (path: string): string => readFileSync(join(projectFolder, path), 'utf8')

const pathsUnder = (folder: string): string[] =>
  readdirSync(join(projectFolder, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? [path, ...pathsUnder(path)] : [path]
  })

const rooms = 'bench contract docs e2e pricing protocols providers scripts server testing web'.split(' ')
const atRoot = readdirSync(projectFolder).filter((name) => !name.startsWith('.'))
const paths = [...atRoot, ...rooms.flatMap(pathsUnder)]

/** All but the changes, which tell of what was. */
const pages = paths.filter((path) => path.endsWith('.md') && !/^CHANGELOG|common-passwords/.test(path))

const quotedIn = (page: string): string[] =>
  [
    ...read(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text)

const isPath = (text: string): boolean => {
  if (!/^[\w.*/-]+$/.test(text)) return false
  return rooms.includes(text.split('/', 1)[0] ?? '') ? text.includes('/') : /\w\.(?:tsx?|mjs|md)$/.test(text)
}

/** A page of one room leaves out what leads there; `*` and `<noun>` are any name. */
const isThere = (text: string): boolean => {
  const parts = text.replace(/^(?:\.\.?\/)+|\/$/g, '').split(/\*|<\w+>/)
  const pattern = new RegExp(`(?:^|/)${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('[^/]*')}$`)
  return paths.some((path) => pattern.test(path))
}

it('every file and folder that the documentation names is there', () => {
  const named = pages.flatMap((page) =>
    quotedIn(page)
      .filter(isPath)
      .map((text) => [page, text] as const),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(([, text]) => !isThere(text))).toEqual([])
})

it('every command that the documentation names is there', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = pages.flatMap((page) => [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name))
  expect(new Set(named)).toContain('check')
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
})

it('the variables of the environment are those that are read, all of them', () => {
  const told = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  const known = [...read('server/environment.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name)
  expect(told.toSorted()).toEqual(known.toSorted())
})

const [ofLayers = '', ofRooms = ''] = read('docs/architecture.md').split('### Rooms within the rooms')

it('the table of layers is the one that is checked', () => {
  const rows = [...ofLayers.matchAll(/^\| (`(?:contract|pricing|protocols|providers|server|web).*?) \| (.*) \|$/gm)]
  const namesIn = (cell = '') => quoted(cell.replaceAll(/\*\*never.*?\*\*/g, '').replaceAll(/\([^)]*\)/g, ''))
  const told = rows.flatMap(([, folders, allowed]) =>
    namesIn(folders).map((folder) => [folder, namesIn(allowed).toSorted()] as const),
  )
  const kept = layers.filter(({ why }) => why !== '').map((row) => [row.folder, row.mayImport.toSorted()] as const)
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(kept))
})

const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** Rows of the table of rooms: its house, its name, what it may import. */
const toldRooms = [...ofRooms.matchAll(/^\| `((?:server|protocols)[\w/-]*)\/([\w*-]+)` \| .+? \|(.*) \|$/gm)].map(
  ([, house = '', room = '', allowed]) => ({ house, room, allowed: quoted(allowed) }),
)

it('the table of rooms is the one that is checked', () => {
  const kept = houses.flatMap(({ folder, rooms }) =>
    Object.entries(rooms).map(([room, allowed]) => ({ house: folder, room, allowed })),
  )
  expect(toldRooms).toEqual(kept)
})

it('every room of the server, of the dialects and of the console is told, and every one that is told is there', () => {
  const consoleRows = ofRooms.matchAll(/^\| `(web\/[\w/-]+)` \| (`.*`) \|$/gm)
  const told = [
    ...layers.map(({ folder }) => folder).filter((folder) => /^server\/\w+$/.test(folder)),
    ...toldRooms.filter(({ room }) => room !== anyOther).map(({ house, room }) => `${house}/${room}`),
    ...[...consoleRows].flatMap(([, house, cell]) => quoted(cell).map((room) => `${house}/${room}`)),
  ]
  const folders = [
    ...foldersIn('server').flatMap((folder) => [folder, ...foldersIn(folder)]),
    ...foldersIn('protocols').filter((folder) => told.includes(folder)),
    ...['web/pieces', 'web/ui', ...foldersIn('web/features')].flatMap(foldersIn),
  ]
  expect(told.toSorted()).toEqual(folders.toSorted())
})

const foldersIn = (folder: string): string[] =>
  readdirSync(join(projectFolder, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${folder}/${entry.name}`] : [],
  )

it('what is to be added is told with the places it takes, and the tests that show it are there', () => {
  const table = /^\| What \| Where \|[\s\S]*?\n\n/m.exec(read('CONTRIBUTING.md'))?.[0] ?? ''
  const shown = [...table.matchAll(/^\| an? .*\| (.*) \|$|^\| control .*\| (.*) \|$/gm)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  const isTold = (cell: string) => quoted(cell).length > 0 || cell.startsWith('no example')
  expect(shown.filter((cell) => !isTold(cell))).toEqual([])
  const tests = shown.flatMap(quoted)
  expect(tests.filter((path) => !paths.includes(path) || !/\.test\.tsx?$/.test(path))).toEqual([])
  const examples = paths.filter((path) => /\/made-up-[^/]*\.test\.tsx?$/.test(path))
  expect(examples.filter((path) => !tests.includes(path))).toEqual([])
})

import { posix } from 'node:path'
import { type Layer, layers } from './layer-table.ts'
import { isTest, type Rule, type SourceFile, type Violation, violationsOf } from './source-file.ts'

/** `from '…'`, `import '…'`, `import('…')` and the address of a worker's file. */
const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g

/** Every import stays within what its layer may use, and `#` shows a border being crossed. */
export const layerRule: Rule = (files) => files.flatMap(violationsOfFile)

const violationsOfFile = (file: SourceFile): Violation[] =>
  violationsOf(file, importPattern, (match) => {
    const specifier = match[2] ?? ''
    const target = targetOf(file.path, specifier)
    if (target === undefined) return undefined
    // An address in `new URL` knows no `#`.
    const misspelt = match[0].startsWith('new URL') ? undefined : wrongSpelling(file.path, specifier, target)
    return misspelt ?? (isTest(file.path) ? undefined : wrongLayer(file.path, target))
  })

/** The file in a folder of ours that an import leads to. */
const targetOf = (path: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return undefined
  const target = posix.join(posix.dirname(path), specifier)
  return target.includes('/') ? target : undefined
}

const rootOf = (path: string): string => path.split('/', 1).join('')

const wrongSpelling = (path: string, specifier: string, target: string): string | undefined => {
  const crosses = rootOf(path) !== rootOf(target)
  if (crosses && specifier.startsWith('.')) {
    return `${specifier} leaves ${rootOf(path)}/: write #${target}, so that the crossing shows`
  }
  if (!crosses && specifier.startsWith('#')) return `${specifier} stays within ${rootOf(path)}/: write a relative path`
  return undefined
}

const wrongLayer = (path: string, target: string): string | undefined => {
  const from = layerOf(path)
  if (!from) return `${path} belongs to no layer of scripts/layers/layer-table.ts: add its folder there`
  const own = folderOf(from, path)
  if (isUnder(target, own) && !isNested(from, target)) return undefined
  if (from.mayImport.some((allowed) => isUnder(target, allowed))) return undefined
  const allowed = from.mayImport.length === 0 ? 'nothing of ours' : from.mayImport.join(', ')
  return `${own} may not import ${target}: ${from.why} (it may import ${allowed})`
}

const layerOf = (path: string): Layer | undefined =>
  layers
    .filter((layer) => folderOf(layer, path) !== '')
    .sort((a, b) => b.folder.length - a.folder.length)
    .at(0)

/** The layer's folder as it stands in this path, with `*` filled in; empty when the path is not in it. */
const folderOf = (layer: Layer, path: string): string => {
  const parts = path.split('/')
  const pattern = layer.folder.split('/')
  const fits = pattern.every((part, index) => part === '*' || part === parts[index])
  return fits && parts.length > pattern.length ? parts.slice(0, pattern.length).join('/') : ''
}

const isUnder = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** Whether the target lies in a layer of its own inside this one. */
const isNested = (layer: Layer, target: string): boolean => layerOf(target) !== layer

import { posix } from 'node:path'
import { isTest, type Rule, type SourceFile } from './source-file.ts'

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g

/** No two files need each other, not even for a type: what both know stands in a third. */
export const circleRule: Rule = (files) => {
  const graph = new Map(files.filter(({ path }) => !isTest(path)).map((file) => [file.path, file]))
  return circlesIn(graph).map((circle) => {
    const [path = ''] = circle
    return {
      path,
      line: 1,
      message: `need each other: ${circle.join(', ')}; what they share belongs in a file of its own`,
    }
  })
}

/** Tarjan's way: a circle is known when the walk has come back to where it was entered. */
const circlesIn = (graph: ReadonlyMap<string, SourceFile>): string[][] => {
  const circles: string[][] = []
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (path: string): number => {
    const number = numbers.size
    numbers.set(path, number)
    lowest.set(path, number)
    open.push(path)
    for (const target of importsOf(graph, path)) {
      if (!numbers.has(target)) lowest.set(path, Math.min(lowest.get(path) ?? number, visit(target)))
      else if (open.includes(target)) {
        lowest.set(path, Math.min(lowest.get(path) ?? number, numbers.get(target) ?? number))
      }
    }
    const low = lowest.get(path) ?? number
    if (low === number) {
      const circle = open.splice(open.indexOf(path)).sort()
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const path of graph.keys()) if (!numbers.has(path)) visit(path)
  return circles
}

const importsOf = (graph: ReadonlyMap<string, SourceFile>, path: string): string[] =>
  [...(graph.get(path)?.text.matchAll(importPattern) ?? [])]
    .map(([, , specifier = '']) =>
      specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier),
    )
    .filter((target) => graph.has(target))

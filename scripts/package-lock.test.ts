import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { projectFolder } from './run-program.ts'

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.optional(z.string()),
      hasInstallScript: z.optional(z.boolean()),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
    }),
  ),
})

const { packages } = lock.parse(JSON.parse(readFileSync(`${projectFolder}/package-lock.json`, 'utf8')))

// A registry that lacks one variant makes npm leave it out, and then refuse the lock file as incomplete.
it('locks every variant of a package, so that a clean install works on every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

it('names no download address', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

it('needs no install script', () => {
  // None is run (.npmrc). fsevents is only for macOS and works as it is packed; the other's only prints a warning.
  const harmless = ['node_modules/protobufjs']
  const scripts = Object.entries(packages).filter(
    ([path, entry]) => entry.hasInstallScript && !path.endsWith('fsevents') && !harmless.includes(path),
  )
  expect(scripts).toEqual([])
})

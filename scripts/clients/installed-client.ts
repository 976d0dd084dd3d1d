import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../run-program.ts'
import type { Client } from './client-list.ts'
import { runCommand } from './run-command.ts'

export type InstalledClient = {
  folder: string
  /** Runs a program of its language, with its packages. */
  command: string
  /** The current packages, as they came. */
  versions: Readonly<Record<string, string>>
}

/** Outside of the project, whose own packages it must not see. */
export const clientsFolder = join(tmpdir(), 'sluice-clients')
const programs = join(projectFolder, 'scripts/clients/programs')

/** In a folder of its own, which clients of the same packages share. Fetched once, or again when they are to be the newest. */
export const installClient = async (client: Client, isRenewed: boolean): Promise<InstalledClient> => {
  const { language, packages } = client
  const folder = join(clientsFolder, `${language}-${packages.join('-').replaceAll(/[^\w-]/g, '')}`)
  const stamp = join(folder, 'versions.json')
  const kept = isRenewed ? undefined : await readFile(stamp, 'utf8').catch(() => undefined)
  if (kept === undefined) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(stamp, JSON.stringify(await installers[language](folder, client)))
  }
  await cp(programs, folder, { recursive: true })
  return {
    folder,
    command: language === 'python' ? join(folder, 'bin/python') : process.execPath,
    versions: JSON.parse(kept ?? (await readFile(stamp, 'utf8'))),
  }
}

type Installer = (folder: string, client: Client) => Promise<Record<string, string>>

const fromPython: Installer = async (folder, { packages, without }) => {
  await runCommand('python3', ['-m', 'venv', folder])
  const python = (...words: string[]) => runCommand(join(folder, 'bin/python'), words)
  const pip = (...words: string[]) => python('-m', 'pip', ...words)
  const install = (...words: string[]) => pip('install', '--quiet', '--disable-pip-version-check', ...words)
  await install(...(without === undefined ? [] : ['--no-deps']), ...packages)
  if (without !== undefined) {
    const { output } = await python('-c', tellsRequirements, ...packages)
    const asked: string[] = JSON.parse(output)
    await install(...asked.filter((each) => !without.includes(bare(each)) && !each.includes('extra ==')))
  }
  const { output } = await pip('list', '--format=json', '--disable-pip-version-check')
  const installed: { name: string; version: string }[] = JSON.parse(output)
  const isWanted = (name: string) => packages.some((each) => bare(each) === name.toLowerCase())
  return Object.fromEntries(installed.filter(({ name }) => isWanted(name)).map(({ name, version }) => [name, version]))
}

/** The name alone, of what is asked for with its version and extras. */
const bare = (name: string): string => name.replace(/[^\w.-].*/s, '').toLowerCase()

const tellsRequirements =
  'import importlib.metadata, json, sys; print(json.dumps([r for p in sys.argv[1:] for r in importlib.metadata.requires(p)]))'

const fromNode: Installer = async (folder, { packages }) => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await runCommand('npm', ['install', ...flags, ...packages], { cwd: folder })
  const versionOf = async (name: string) =>
    JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
  return Object.fromEntries(await Promise.all(packages.map(async (name) => [name, await versionOf(name)])))
}

const installers: Record<Client['language'], Installer> = { python: fromPython, node: fromNode }

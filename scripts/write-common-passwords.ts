import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { shortestPassword } from '#contract/passwords.ts'
import { print } from './print.ts'
import { projectFolder } from './run-program.ts'

const most = 10_000

/** Commonest first. */
const list = z.object({ default: z.array(z.string()) })
const { default: passwords } = list.parse(await import(resolve(process.argv[2] ?? '')))
const long = passwords.map((password) => password.toLowerCase()).filter(({ length }) => length >= shortestPassword)
const kept = [...new Set(long)].slice(0, most).toSorted()
writeFileSync(join(projectFolder, 'server/domain/people/common-passwords.txt'), `${kept.join('\n')}\n`)
print(`${kept.length} passwords`)

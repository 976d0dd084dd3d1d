import { isTest, type Rule, type SourceFile, type Violation } from './source-file.ts'

/**
 * What the database keeps, something asks for: each column is named somewhere but where it is written, by the server or
 * in what it answers. A column for whoever looks into the database himself says so in its comment.
 */
export const columnRule: Rule = (files) => {
  const schema = files.find(({ path }) => path === 'server/db/schema.ts')
  if (schema === undefined) return []
  const texts = files.filter(({ path }) => mayRead(path)).map(({ text }) => text)
  return columnsOf(schema).flatMap(({ name, line }): Violation[] => {
    const read = new RegExp(String.raw`\.${name}\b|['"\`]${name}['"\`]|[ (,.]${name}\b(?!\??:| =)`)
    const answered = new RegExp(String.raw`^ +${name}: z\.`, 'm')
    if (texts.some((text) => read.test(text) || answered.test(text))) return []
    return [{ path: schema.path, line, message: `nothing reads the column ${name}: let something, or drop it` }]
  })
}

const mayRead = (path: string): boolean =>
  /^(?:server|contract)\//.test(path) && !isTest(path) && !/^server\/db\/(?:schema\.ts|migrations\/)/.test(path)

const forOthers = 'nothing here reads it'

const columnsOf = ({ text }: SourceFile): { name: string; line: number }[] => {
  const lines = text.split('\n')
  const fields = lines.flatMap((line, index) => {
    const name = /^ {2}(\w+)\??: /.exec(line)?.[1]
    const isTable = /^ {2}\w+: \w+Table$/.test(line)
    return name === undefined || isTable || lines[index - 1]?.includes(forOthers) ? [] : [{ name, line: index + 1 }]
  })
  return fields
}

import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { dialectReason } from '#contract/dialect-reasons.ts'
import { errorMessage } from '#contract/errors.ts'
import { isTest, readSourceFiles } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'

/** A node of the syntax tree, as far as it is looked at here. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The texts that an expression can be; what only runs can know is `x`. */
const textsOf = (node: unknown): string[] => {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return [String(node.value)]
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)]
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || !Array.isArray(node.expressions)) return ['x']
  const { quasis, expressions } = node
  return quasis.reduce<string[]>(
    (texts, { value }, index) => {
      const expression: unknown = expressions[index]
      const parts = isNode(expression) && expression.type === 'ConditionalExpression' ? textsOf(expression) : ['x']
      const next = index < expressions.length ? parts : ['']
      return texts.flatMap((text) => next.map((part) => `${text}${value.cooked}${part}`))
    },
    [''],
  )
}

/** What each fault of a request is called where it is raised; faults of an answer are the upstream's. */
const reasonsIn = (text: string): string[] => {
  const found: string[] = []
  const walk = (node: Node): void => {
    const isRaised = node.type === 'NewExpression' && isNode(node.callee) && node.callee.name === 'ProtocolError'
    if (isRaised && Array.isArray(node.arguments)) {
      const [place, reason] = node.arguments
      if (textsOf(place)[0] !== 'answer') found.push(...textsOf(reason))
    }
    const isHelped = node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === 'refused'
    if (isHelped && Array.isArray(node.arguments)) found.push(...textsOf(node.arguments[0]))
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child)
    }
  }
  // seam: the parser's own types know every node by itself; here all of them are walked alike
  walk(parseAst(text, { lang: 'ts' }) as unknown as Node)
  return found
}

const raised = readSourceFiles(projectFolder)
  .filter(
    ({ path, text }) =>
      !isTest(path) && /^(?:protocols|providers|server)\//.test(path) && text.includes('ProtocolError('),
  )
  .flatMap(({ path, text }) => reasonsIn(text).map((reason) => ({ path, reason })))

it('Whatever a dialect has against a request is said in Chinese too', () => {
  expect(raised.length).toBeGreaterThan(200)
  const unsaid = raised.filter(({ reason }) => {
    const told = dialectReason('zh', `messages[0].content: ${reason}`)
    return reason !== 'x' && !/^messages\[0\]\.content：.*[\u4e00-\u9fff]/s.test(told)
  })
  expect(unsaid).toEqual([])
})

it('What stands in a reason is kept, and what is not of a dialect stays as it is', () => {
  const say = (reason: string) => errorMessage('request_invalid', 'zh', { reason })
  expect(say('n: must be a whole number between 1 and 128')).toBe('n：必须是 1 到 128 之间的整数')
  expect(say('tools[2].type: "odd: one" is not known')).toBe('tools[2].type："odd: one" 不受支持')
  expect(say('messages: must not contain a file of type audio/x for this model')).toBe(
    'messages：对该模型不能包含 audio/x 类型的文件',
  )
  expect(say('line 3: body: is there twice')).toBe('第 3 行：body：重复出现')
  expect(say('said by somebody else: at length')).toBe('said by somebody else: at length')
  expect(errorMessage('request_invalid', 'en', { reason: 'n: must be a number' })).toBe('n: must be a number')
})

import { parseAst } from 'vite'

/** One small wrong change of a file. */
export type Mutant = {
  start: number
  end: number
  /** What stands there, and what is put in its place. */
  before: string
  after: string
  line: number
}

/** A node of the syntax tree, as far as it is looked at here. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Change = { node: Node; after: string }

const borders: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const equalities: Readonly<Record<string, string>> = { '===': '!==', '!==': '===' }
const sums: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*' }
const assigned: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=' }
const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' }
const extremes: Readonly<Record<string, string>> = { 'Math.min': 'Math.max', 'Math.max': 'Math.min' }

/** Every small wrong change that is tried on a file, in the order of its lines. */
export const mutantsOf = (path: string, text: string): Mutant[] => {
  const changes: Change[] = []
  // seam: the parser's own types know every node by itself; here all of them are walked alike
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node, parent) => {
    changes.push(...changesOf(text, node, parent))
  })
  const seen = new Set<string>()
  return changes
    .map(({ node: { start, end }, after }) => ({
      start,
      end,
      before: text.slice(start, end),
      after,
      line: text.slice(0, start).split('\n').length,
    }))
    .filter(({ start, end, before, after }) => {
      const name = `${start} ${end} ${after}`
      if (before === after || seen.has(name)) return false
      seen.add(name)
      return true
    })
    .sort((one, other) => one.start - other.start)
}

const walk = (node: Node, see: (node: Node, parent: Node | undefined) => void, parent?: Node): void => {
  see(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child) && !isOfTypes(child)) walk(child, see, node)
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** What is only for the compiler, and what the code of a file takes from others. */
const isOfTypes = ({ type }: Node): boolean =>
  type === 'ImportDeclaration' || (type.startsWith('TS') && !expressionsWithTypes.has(type))

const expressionsWithTypes = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

const changesOf = (text: string, node: Node, parent: Node | undefined): Change[] => {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return negated(text, node.test)
    case 'BinaryExpression':
      return operatorsOf(text, node, parent)
    case 'LogicalExpression':
      return swapped(text, node, logical)
    case 'AssignmentExpression':
      return swapped(text, node, assigned)
    case 'MemberExpression':
      return extremes[text.slice(node.start, node.end)] === undefined
        ? []
        : [{ node, after: extremes[text.slice(node.start, node.end)] ?? '' }]
    case 'ExpressionStatement':
      return removed(text, node)
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      // A case of a switch would fall into the next one, which types forbid.
      return parent?.type === 'SwitchCase' ? [] : [{ node, after: ';' }]
    case 'ReturnStatement':
      return node.argument === null ? [{ node, after: ';' }] : constants(node.argument)
    case 'ArrowFunctionExpression':
      return constants(node.body)
    case 'AwaitExpression':
      return awaited(text, node, parent)
    default:
      return []
  }
}

const negated = (text: string, test: unknown): Change[] =>
  isNode(test) ? [{ node: test, after: `!(${text.slice(test.start, test.end)})` }] : []

const operatorsOf = (text: string, node: Node, parent: Node | undefined): Change[] => {
  const isTest = parent !== undefined && parent.test === node
  const isOfText = [node.left, node.right].some(
    (side) => isNode(side) && (side.type === 'TemplateLiteral' || typeof side.value === 'string'),
  )
  return [
    ...swapped(text, node, borders),
    // As the whole of a condition it is negated already.
    ...(isTest ? [] : swapped(text, node, equalities)),
    ...(isOfText ? [] : swapped(text, node, sums)),
  ]
}

const swapped = (text: string, node: Node, others: Readonly<Record<string, string>>): Change[] => {
  const { left, right, operator } = node
  const other = others[String(operator)]
  if (other === undefined || !isNode(left) || !isNode(right)) return []
  const between = text.slice(left.end, right.start).replace(String(operator), other)
  // Without brackets `??` beside its relatives is refused.
  return [{ node, after: `(${text.slice(node.start, left.end)}${between}${text.slice(right.start, node.end)})` }].map(
    (change) => (node.type === 'AssignmentExpression' ? { node, after: change.after.slice(1, -1) } : change),
  )
}

/** What is said in the log changes nothing. */
const removed = (text: string, node: Node): Change[] => {
  const code = text.slice(node.start, node.end)
  return /^(?:this\.#?)?log\.|^'use /.test(code) ? [] : [{ node, after: ';' }]
}

const constants = (result: unknown): Change[] => {
  if (!isNode(result) || !isYesOrNo(result)) return []
  return [
    { node: result, after: 'true' },
    { node: result, after: 'false' },
  ]
}

const isYesOrNo = ({ type, operator }: Node): boolean =>
  (type === 'UnaryExpression' && operator === '!') ||
  (type === 'LogicalExpression' && operator !== '??') ||
  (type === 'BinaryExpression' && (String(operator) in borders || String(operator) in equalities))

/** What waits for nothing goes on before it is allowed to. */
const awaited = (text: string, node: Node, parent: Node | undefined): Change[] => {
  const { argument } = node
  const isGuard = parent?.type === 'ExpressionStatement' || parent?.type === 'UnaryExpression'
  return isGuard && isNode(argument) ? [{ node, after: `(${text.slice(argument.start, argument.end)})` }] : []
}

/** The text of an answer in pieces that can be drawn one by one: while it grows, only the last is drawn anew. */

const fence = /^ {0,3}(`{3,}|~{3,})/
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
/** Definitions may be used anywhere above and below them: such a text is one piece. */
const definition = /^ {0,3}\[[^\]\n]+\]: /m

export const markdownBlocks = (text: string): readonly string[] => {
  const marked = markFormulas(text)
  if (definition.test(marked)) return [marked]
  const blocks: string[] = []
  let lines: string[] = []
  let closing: string | undefined
  let isList = false
  const close = () => {
    if (lines.some((line) => line !== '')) blocks.push(lines.join('\n').replace(/\n+$/, ''))
    lines = []
  }
  for (const line of marked.split('\n')) {
    const mark = fence.exec(line)?.[1]
    if (closing !== undefined) {
      lines.push(line)
      if (mark?.startsWith(closing) && line.trim() === mark) closing = undefined
      continue
    }
    const isAfterGap = lines.at(-1) === ''
    // What is indented or another item goes on with the list above it, blank lines or not.
    if (isAfterGap && line !== '' && !(isList && (listItem.test(line) || /^\s/.test(line)))) close()
    if (lines.length === 0) isList = listItem.test(line)
    if (mark !== undefined) closing = mark
    if (line !== '' || lines.length > 0) lines.push(line.trim() === '' ? '' : line)
  }
  close()
  return blocks
}

/** What code begins with that is a formula: a sign that no text has. */
export const formulaMark = '\uE000'

/** Code first, which is left alone; then formulas between `$$`, `\[ \]`, `\( \)`, and `$` that is no price. */
const formulaOrCode =
  /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|(`+)[^`][\s\S]*?\2|\$\$([\s\S]+?)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)|\$(?=[^\s$])([^$\n]*?[^\s$\\])\$(?!\d)/g

/** Formulas become code that says so: Markdown reads nothing in it, and the one who draws code draws them. */
export const markFormulas = (text: string): string =>
  text.replace(formulaOrCode, (whole: string, _fence, _code, ...found: (string | undefined)[]) => {
    const [display, bracketed, inline, dollars] = found
    const block = display ?? bracketed
    if (block !== undefined) return `\n\n\`\`\`${formulaMark}\n${block.trim()}\n\`\`\`\n\n`
    const formula = inline ?? dollars
    return formula === undefined ? whole : `\`${formulaMark}${formula.trim()}\``
  })

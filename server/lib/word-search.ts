/** Finds whether any of some words stands in a text, in one pass however many words there are (Aho-Corasick). */
export type WordSearch = (text: string) => string | undefined

/** What is known of a text up to some letter. */
export type WordNode = {
  next: Map<number, WordNode>
  fallback: WordNode | undefined
  /** The longest word that ends here. */
  word: string | undefined
  /** How many of the last letters begin a word. */
  depth: number
}

/** Walks through texts that come in pieces, a letter at a time. */
export type WordWalk = { start: WordNode; step: (from: WordNode, unit: number) => WordNode }

/** So few are looked for one by one, which is quicker than walking. */
const few = 16

/** `words` and texts are compared as they are: whoever does not care for case lowers both. */
export const createWordSearch = (words: readonly string[]): WordSearch => {
  if (words.length <= few) return (text) => words.find((word) => text.includes(word))
  const { start, step } = createWordWalk(words)
  return (text) => {
    let node = start
    for (let place = 0; place < text.length; place += 1) {
      node = step(node, text.charCodeAt(place))
      if (node.word !== undefined) return node.word
    }
    return undefined
  }
}

export const createWordWalk = (words: readonly string[]): WordWalk => {
  const root = buildTrie(words)
  linkFallbacks(root)
  return { start: root, step: (from, unit) => step(root, from, unit) }
}

const createNode = (depth: number): WordNode => ({ next: new Map(), fallback: undefined, word: undefined, depth })

const buildTrie = (words: readonly string[]): WordNode => {
  const root = createNode(0)
  for (const word of words) {
    let node = root
    for (let place = 0; place < word.length; place += 1) {
      const unit = word.charCodeAt(place)
      const child = node.next.get(unit) ?? createNode(place + 1)
      node.next.set(unit, child)
      node = child
    }
    if (word !== '') node.word = word
  }
  return root
}

/** Each node falls back to the longest other beginning of a word that its own path ends in. */
const linkFallbacks = (root: WordNode): void => {
  const waiting = [root]
  for (const node of waiting) {
    for (const [unit, child] of node.next) {
      child.fallback = node === root ? root : step(root, node.fallback ?? root, unit)
      child.word ??= child.fallback.word
      waiting.push(child)
    }
  }
}

const step = (root: WordNode, from: WordNode, unit: number): WordNode => {
  let node: WordNode | undefined = from
  while (node !== undefined) {
    const child: WordNode | undefined = node.next.get(unit)
    if (child !== undefined) return child
    node = node.fallback
  }
  return root
}

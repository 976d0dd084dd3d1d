/** Finds whether any of some words stands in a text, in one pass however many words there are (Aho-Corasick). */
export type WordSearch = (text: string) => string | undefined

type Node = { next: Map<number, Node>; fallback: Node | undefined; word: string | undefined }

/** So few are looked for one by one, which is quicker than walking. */
const few = 16

/** `words` and texts are compared as they are: whoever does not care for case lowers both. */
export const createWordSearch = (words: readonly string[]): WordSearch => {
  if (words.length <= few) return (text) => words.find((word) => text.includes(word))
  const root = buildTrie(words)
  linkFallbacks(root)
  return (text) => {
    let node = root
    for (let place = 0; place < text.length; place += 1) {
      node = step(root, node, text.charCodeAt(place))
      if (node.word !== undefined) return node.word
    }
    return undefined
  }
}

const createNode = (): Node => ({ next: new Map(), fallback: undefined, word: undefined })

const buildTrie = (words: readonly string[]): Node => {
  const root = createNode()
  for (const word of words) {
    let node = root
    for (let place = 0; place < word.length; place += 1) {
      const unit = word.charCodeAt(place)
      const child = node.next.get(unit) ?? createNode()
      node.next.set(unit, child)
      node = child
    }
    if (word !== '') node.word = word
  }
  return root
}

/** Each node falls back to the longest other beginning of a word that its own path ends in. */
const linkFallbacks = (root: Node): void => {
  const waiting = [root]
  for (const node of waiting) {
    for (const [unit, child] of node.next) {
      child.fallback = node === root ? root : step(root, node.fallback ?? root, unit)
      child.word ??= child.fallback.word
      waiting.push(child)
    }
  }
}

const step = (root: Node, from: Node, unit: number): Node => {
  let node: Node | undefined = from
  while (node !== undefined) {
    const child: Node | undefined = node.next.get(unit)
    if (child !== undefined) return child
    node = node.fallback
  }
  return root
}

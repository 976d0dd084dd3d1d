import type { Page } from 'playwright-core'

/**
 * Words, and what is painted around words, that lie over others which they do not belong to; and names of figures that are
 * cut. What is placed over others on purpose is left out, and of what is cut by its frame what is seen is taken.
 */
const found = `((within) => {
  const isPlaced = (element, root) => {
    for (let at = element; at !== null && at !== root; at = at.parentElement)
      if (['absolute', 'fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
    return false
  }
  const seenOf = (box, element, root) => {
    let { left, top, right, bottom } = box
    for (let at = element; at !== null && at !== root; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue
      const frame = at.getBoundingClientRect()
      left = Math.max(left, frame.left)
      right = Math.min(right, frame.right)
      top = Math.max(top, frame.top)
      bottom = Math.min(bottom, frame.bottom)
    }
    return { left, top, right, bottom }
  }
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true })
  const isPainted = (element) => {
    const { backgroundColor, borderTopWidth, borderTopStyle } = getComputedStyle(element)
    const isFilled = backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== 'transparent'
    return isFilled || (borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0)
  }
  const partsOf = (root) => {
    const words = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const element = text.parentElement
      if (text.data.trim() === '' || !isSeen(element) || isPlaced(element, root)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const box of range.getClientRects())
        words.push({ element, name: text.data.trim(), ...seenOf(box, element, root) })
    }
    const things = [...root.querySelectorAll('*')]
      .filter((element) => isSeen(element) && !isPlaced(element, root))
      .filter((element) => element.matches('img, svg') || isPainted(element))
      .map((element) => ({
        element,
        name: element.textContent.trim() || element.ariaLabel || element.tagName,
        ...seenOf(element.getBoundingClientRect(), element, root),
      }))
    return [...words, ...things].filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2)
  }
  const isOver = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  return [...document.querySelectorAll(within)].filter(isSeen).flatMap((root) => {
    const parts = partsOf(root)
    const over = parts.flatMap((one, place) =>
      parts
        .slice(place + 1)
        .filter((other) => !one.element.contains(other.element) && !other.element.contains(one.element))
        .filter((other) => isOver(one, other))
        .map((other) => one.name + ' | ' + other.name),
    )
    const cut = [...root.querySelectorAll('dt, th, label')]
      .filter((name) => isSeen(name) && name.clientWidth > 1 && name.scrollWidth > name.clientWidth + 1)
      .map((name) => name.textContent + ' is cut')
    return [...new Set([...over, ...cut])]
  })
})`

/** What lies over other things, or is cut, in each part of the page that fits. */
export const overlapsOf = (page: Page, within: string): Promise<string[]> =>
  page.evaluate<string[]>(`${found}(${JSON.stringify(within)})`)

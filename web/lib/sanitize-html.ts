/**
 * Keeps the harmless part of HTML that an operator wrote into an option. Everything is forbidden that is not named
 * here; links go to web and mail addresses only.
 */
export const sanitizeHtml = (html: string): string => {
  const document = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html')
  cleanChildren(document.body)
  return document.body.innerHTML
}

const allowedTags = new Set(
  (
    'a abbr b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 ' +
    'h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strong sub summary sup table ' +
    'tbody td tfoot th thead tr u ul var wbr'
  ).split(' '),
)
/** Dropped with all they hold; other unknown elements are replaced by their content. */
const droppedTags = new Set(
  (
    'script style template iframe object embed svg math noscript title textarea select option xmp plaintext audio video ' +
    'frame frameset applet base link meta'
  ).split(' '),
)
const allowedAttributes = new Set(
  'alt align class colspan dir height href id lang open rel rowspan scope src target title valign width'.split(' '),
)
const isSafeAddress = (value: string) => /^(https?:|mailto:|tel:|#|\/(?!\/)|\.{1,2}\/)/i.test(value.trim())
const isSafeImage = (value: string) => /^(https?:|\/(?!\/)|data:image\/(png|jpe?g|gif|webp|avif);)/i.test(value.trim())

const cleanChildren = (parent: Element) => {
  for (const child of [...parent.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE) continue
    if (child instanceof Element || child.nodeType === Node.ELEMENT_NODE)
      cleanElement(child as Element) // seam: checked by nodeType, as the parsed document is another realm
    else child.remove()
  }
}

const cleanElement = (element: Element) => {
  const tag = element.localName
  if (droppedTags.has(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
    element.remove()
    return
  }
  cleanChildren(element)
  if (!allowedTags.has(tag)) {
    element.replaceWith(...element.childNodes)
    return
  }
  for (const { name, value } of [...element.attributes]) {
    if (!isAllowedAttribute(name, value)) element.removeAttribute(name)
  }
  if (tag === 'a' && element.getAttribute('target') === '_blank') element.setAttribute('rel', 'noopener noreferrer')
}

const isAllowedAttribute = (name: string, value: string): boolean => {
  if (name === 'href') return isSafeAddress(value)
  if (name === 'src') return isSafeImage(value)
  // Ids of our own elements must not be taken over.
  if (name === 'id') return /^user-content-/.test(value)
  return allowedAttributes.has(name)
}

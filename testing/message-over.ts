/**
 * Evaluated in a page: whether the message, which passes soon, lies over what this selector finds; once both have come
 * to rest.
 */
export const messageOver = (selector: string): string => `(async () => {
  const [message, other] = ['[role=log] > *', ${JSON.stringify(selector)}].map((each) => document.querySelector(each))
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const [over, under] = [message.getBoundingClientRect(), other.getBoundingClientRect()]
  return over.left < under.right && over.right > under.left && over.top < under.bottom && over.bottom > under.top
})()`

import katex from 'katex'

/** Sets a formula as MathML, which browsers draw with fonts of their own: no styles and no fonts of ours. */
export const setFormula = (place: HTMLElement, source: string, display: boolean): void => {
  try {
    katex.render(source, place, { output: 'mathml', displayMode: display, throwOnError: true })
  } catch {
    place.textContent = source
  }
}

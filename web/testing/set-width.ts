/** How wide the window is that pages are drawn in. */
export const setWidth = (width: number): void => {
  // seam: what this document can do beside a browser's
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width })
}

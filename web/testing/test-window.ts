type HappyWindow = { happyDOM: { setViewport(size: { width: number }): void; setURL(address: string): void } }

// seam: what this document can do beside a browser's
const { happyDOM } = window as unknown as HappyWindow

/** How wide the window is that pages are drawn in. */
export const setWidth = (width: number): void => happyDOM.setViewport({ width })

/** Where the window is, without going there. */
export const setAddress = (address: string): void => happyDOM.setURL(address)

import type { Page } from 'playwright-core'

/**
 * Who looks: the super admin of a gateway after a day of use, a user of it, somebody who has not signed in; the super
 * admin of one on which nothing has happened yet; whoever opens one that nobody has set up.
 */
export type Reader = 'root' | 'user' | 'visitor' | 'newcomer' | 'founder'

/** A picture to take: where, and what is done there first. Nothing here depends on the language of the page. */
export type Shot = {
  name: string
  path: string
  /** The super admin where it is not said. */
  reader?: Exclude<Reader, 'root'>
  /** What is only found where there is room for a table. */
  deskOnly?: true
  /** What stands there before the page has settled, or though it never does. */
  unsettled?: true
  /** Before the page is opened. */
  prepare?: (page: Page) => Promise<void>
  steps?: (page: Page) => Promise<void>
}

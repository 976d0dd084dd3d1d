import { deviceSeconds } from '../domain/people/known-devices.ts'
import { sessionSeconds } from '../domain/people/sessions.ts'

/** The cookie that carries a session's id. It says nothing by itself and no script can read it. */
const cookieName = 'session'
/** Tells browsers apart that nobody has signed in on yet. */
const browserCookieName = 'browser'
const browserSeconds = 600
/** Tells that somebody has signed in here before. */
const deviceCookieName = 'device'
const shape = /^[\w-]{43}$/

export const readSessionCookie = (cookies: string | undefined): string | undefined => readCookie(cookies, cookieName)
export const readBrowserCookie = (cookies: string | undefined): string | undefined =>
  readCookie(cookies, browserCookieName)
export const readDeviceCookie = (cookies: string | undefined): string | undefined =>
  readCookie(cookies, deviceCookieName)

const readCookie = (cookies: string | undefined, name: string): string | undefined =>
  cookies
    ?.split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .find((value) => shape.test(value))

export const writeSessionCookie = (value: string, secure: boolean): string =>
  cookie(cookieName, value, sessionSeconds, secure)

export const clearSessionCookie = (secure: boolean): string => cookie(cookieName, '', 0, secure)

export const writeBrowserCookie = (value: string, secure: boolean): string =>
  cookie(browserCookieName, value, browserSeconds, secure)

export const writeDeviceCookie = (value: string, secure: boolean): string =>
  cookie(deviceCookieName, value, deviceSeconds, secure)

const cookie = (name: string, value: string, maxAge: number, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

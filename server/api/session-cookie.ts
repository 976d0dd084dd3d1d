import { sessionSeconds } from '../domain/sessions.ts'

/** The cookie that carries a session's id. It says nothing by itself and no script can read it. */
const cookieName = 'session'
const shape = /^[\w-]{43}$/

export const readSessionCookie = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1))
    .find((value) => shape.test(value))

export const writeSessionCookie = (value: string, secure: boolean): string => cookie(value, sessionSeconds, secure)

export const clearSessionCookie = (secure: boolean): string => cookie('', 0, secure)

const cookie = (value: string, maxAge: number, secure: boolean): string =>
  `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

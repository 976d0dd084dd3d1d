import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { guardAccess, guardSetup } from './guards.ts'
import './route-data.ts'

export const root = createRootRoute({
  beforeLoad: (entry) => {
    guardSetup(entry)
    guardAccess(entry)
  },
  component: Outlet,
})

/** Header, side bar and footer stand around every page. The router knows how they are drawn. */
export const frame = createRoute({ getParentRoute: () => root, id: 'frame' })

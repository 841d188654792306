import { Outlet } from 'react-router'
import { useScroll } from './use-scroll.ts'

/** What every screen has, in the frame of the shop, in that of the box office, and without one. */
export function Root() {
  useScroll()
  return <Outlet />
}

import type { RefAttributes } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

export type LinkProps = RouterLinkProps & RefAttributes<HTMLAnchorElement>

/** A link within the shop. The page turns with the `page` transition; nothing moves under reduced motion. */
export const Link = (props: LinkProps) => <RouterLink viewTransition {...props} />

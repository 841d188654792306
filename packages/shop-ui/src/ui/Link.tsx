import type { RefAttributes } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

export type LinkProps = RouterLinkProps & RefAttributes<HTMLAnchorElement>

/** A link within the shop. The navigation uses the `page` view transition, which reduced motion disables. */
export const Link = (props: LinkProps) => <RouterLink viewTransition {...props} />

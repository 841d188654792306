import type { LoginStyle } from '@playhouse/domain/brand'

/** What is asked for: an address, then its password; both; who a guest is; where to send a link; all that an account needs. */
export type Stage = 'email' | 'password' | 'standard' | 'guest' | 'link' | 'register'

/** What is asked for first. There is nothing to do as a guest but to buy. */
export function firstStage(style: LoginStyle, pathname: string): Stage {
  if (pathname === '/register') return 'register'
  switch (style) {
    case 'two-step':
      return 'email'
    case 'standard':
      return 'standard'
    case 'guest':
      return pathname.startsWith('/checkout/') ? 'guest' : 'standard'
    case 'streamlined':
      return 'link'
  }
}

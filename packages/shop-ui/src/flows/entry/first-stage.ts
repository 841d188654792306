import type { LoginStyle } from '@playhouse/domain/brand'

/** The form to show: email then password; both; guest details; email for a link; registration. */
export type Stage = 'email' | 'password' | 'standard' | 'guest' | 'link' | 'register'

/** The first form. Guests are for the checkout only. */
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

import { useSession } from '#server-state'

/** Where to sign in from here: whoever has something in the basket goes on to pay for it. */
export const useSignInPath = (): string => (useSession().basket.count > 0 ? '/checkout/account' : '/login')

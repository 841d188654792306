import { useSession } from '#server-state'

/** Path of the sign-in: within the checkout if the basket is not empty. */
export const useSignInPath = (): string => {
  const { count, items } = useSession().basket
  return count + items > 0 ? '/checkout/account' : '/login'
}

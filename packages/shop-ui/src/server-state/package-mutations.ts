import { api } from './api.ts'
import { useBasketChange } from './mutations.ts'
import { withBotCheck } from './with-bot-check.ts'

// In a separate file, so that only pages that show packages load it.

/** Holds the seats of a package in one step. */
export const useHoldPackage = () => useBasketChange(withBotCheck(api.packages.hold), ({ held: _, ...basket }) => basket)
/** Removes a package with all its tickets. */
export const useRemovePackage = () => useBasketChange(api.packages.remove, (basket) => basket)

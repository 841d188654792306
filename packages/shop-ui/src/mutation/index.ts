export { BuyButton } from './BuyButton.tsx'
export { MutationOutcome } from './MutationOutcome.tsx'
export { type ApiCall, type ApiMutation, useApiMutation } from './useApiMutation.ts'

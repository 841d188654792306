export { MutationOutcome } from './MutationOutcome.tsx'
export { type ApiMutation, useApiMutation } from './useApiMutation.ts'

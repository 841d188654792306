export { createChoiceDraft } from './choice-draft.ts'
export { useAccessNeeds } from './useAccessNeeds.ts'
export { type CommonHall, useCommonHall } from './useCommonHall.ts'

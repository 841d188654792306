export { accessOf, grantAccess } from './access.ts'
export { applyAccess, saveAccessCard, readAccess, removeAccess } from './card.ts'

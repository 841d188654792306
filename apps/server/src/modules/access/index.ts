export { accessOf, grantAccess } from './access.ts'
export { applyAccess, knowAccessCard, readAccess, removeAccess } from './card.ts'

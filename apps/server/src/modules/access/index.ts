export { accessOf, grantAccess } from './access.ts'

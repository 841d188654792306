export { checkLogin, primaryAddress, register } from './auth.ts'

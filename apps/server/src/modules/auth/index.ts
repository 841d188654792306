export { checkLogin, primaryAddress, register } from './auth.ts'
export { hashPassword } from './password.ts'

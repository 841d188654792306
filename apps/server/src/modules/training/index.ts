export { copyProgramme } from './copy-programme.ts'
export { addInventedCustomers } from './invented-customers.ts'

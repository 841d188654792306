export { expireCredit, giveCredit, readCredit } from './credit.ts'
